// Turns the text of a report into checked data.

import { type Schema, Validator } from '@cfworker/json-schema';
import schema from '../report.schema.json';
import type { Report } from './data';

/** Says in one line what is wrong with a document. */
export class InvalidReport extends Error {}

const validator = new Validator(schema as Schema, '7');
const known = schema.properties.schema.const;

/** The document, if it keeps to the schema; otherwise throws InvalidReport that names the place. */
export function parseReport(text: string): Report {
  const document = parseJson(text) as Report | null;
  if (document === null) {
    throw new InvalidReport('this page is an empty template; the command holdfast fills it');
  }
  if (document.schema !== known) {
    const found = JSON.stringify(document.schema) ?? 'missing';
    throw new InvalidReport(`schema is ${found}, this page reads "${known}"`);
  }
  // The last error is the innermost one.
  const fault = validator.validate(document).errors.at(-1);
  if (fault) {
    throw new InvalidReport(`${fault.instanceLocation.replace(/^#\/?/, '')}: ${fault.error}`);
  }
  checkSizes(document);
  checkNames(document);
  return document;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidReport(`the data is not JSON: ${(error as Error).message}`);
  }
}

/** What a schema cannot say: claims name readings that the document holds. */
function checkNames({ readings }: Report): void {
  const known = new Set(readings?.readings.map(({ name }) => name));
  const check = (place: string, name: string) => {
    if (known.has(name)) return;
    const names = [...known].map((one) => JSON.stringify(one)).join(', ');
    throw new InvalidReport(`${place}: ${JSON.stringify(name)} is none of the readings ${names}`);
  };
  for (const [i, { decisive, rows }] of (readings?.claims ?? []).entries()) {
    if (decisive !== null) check(`readings/claims/${i}/decisive`, decisive);
    for (const [j, { reading }] of rows.entries()) {
      check(`readings/claims/${i}/rows/${j}/reading`, reading);
    }
  }
}

/** What a schema cannot say: tables of numbers fit their axes. */
function checkSizes({ heatmap, pixels }: Report): void {
  if (heatmap) {
    const [rows, cols] = [heatmap.y.values.length, heatmap.x.values.length];
    if (heatmap.values.length !== rows || heatmap.values.some((row) => row.length !== cols)) {
      throw new InvalidReport(`heatmap/values: needs ${rows} rows of ${cols} values, as its axes`);
    }
  }
  for (const [i, { background, rows, cols }] of pixels.entries()) {
    if (background.length !== rows * cols) {
      throw new InvalidReport(
        `pixels/${i}/background: has ${background.length} values, needs ${rows} x ${cols}`,
      );
    }
  }
}
