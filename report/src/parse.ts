// Turns the text of a report into checked data.

import schema from '../report.schema.json';
import { InvalidReport, schemaReader } from './checked';
import type { Report } from './data';

export { InvalidReport };

const read = schemaReader<Report>(schema, schema.properties.schema.const);

/** The document, if it keeps to the schema; otherwise throws InvalidReport that names the place. */
export function parseReport(text: string): Report {
  const document = read(text);
  checkSizes(document);
  checkNames(document);
  return document;
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
