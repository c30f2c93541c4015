// Turns the text of a page's document into checked data.

import schema from '../../page.schema.json';
import { InvalidReport, schemaReader } from '../checked';
import type { ChosenSet, Page, QuadraticModel } from './data';
import { doublesOf, integersOf } from './numbers';

const read = schemaReader<Page>(schema, schema.properties.schema.const);

/** The document, if it keeps to the schema; otherwise throws InvalidReport that names the place. */
export function parsePage(text: string): Page {
  const page = read(text);
  for (const [i, set] of page.sets.entries()) {
    let fault: string | null;
    try {
      fault = faultOf(set);
    } catch (error) {
      fault = `model: ${(error as Error).message}`;
    }
    if (fault) throw new InvalidReport(`sets/${i}/${fault}`);
  }
  return page;
}

/** How many numbers a symmetric matrix takes. */
const triangle = (size: number) => (size * (size + 1)) / 2;

/** What a schema cannot say: sizes and places fit. */
function faultOf({ items, curve, spares, model }: ChosenSet): string | null {
  const lists = [...curve, ...(model.kind === 'patterns' ? model.patterns : [])];
  if (lists.some(({ deleted }) => deleted.some((place) => place >= items.length))) {
    return `curve: deletes an item beyond the ${items.length} of the set`;
  }
  if (model.kind === 'covering') {
    const [places, values] = [integersOf(model.items), doublesOf(model.values)];
    const fits = places.length === values.length && places.length % model.each === 0;
    return fits ? null : 'model: a row does not have as many values as items';
  }
  if (model.kind === 'patterns') return quadraticFault(model.quadratic, items.length);
  const columns = model.sizes.reduce((sum, size) => sum + size, 0);
  const numbers = doublesOf(model.matrix).length;
  const known = items.length + spares.length;
  if (model.sizes.length !== known || numbers !== triangle(columns)) {
    return `model/matrix: has ${numbers} numbers, which do not fit ${columns} columns`;
  }
  if (model.kind === 'logdet') return null;
  const wanted = model.responses === null ? triangle(columns) : columns * model.responses;
  const right = doublesOf(model.right).length;
  return right === wanted ? null : `model/right: has ${right} numbers, needs ${wanted}`;
}

function quadraticFault(quadratic: QuadraticModel | null, items: number): string | null {
  for (const { weights, inverse } of quadratic?.parts ?? []) {
    const size = items * (quadratic?.outputs ?? 0);
    if (doublesOf(weights).length !== size || doublesOf(inverse).length !== triangle(size)) {
      return `model/quadratic: its parts do not fit ${items} items`;
    }
  }
  return null;
}
