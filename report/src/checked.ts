// Reads a document and holds it to its schema.

import { type Schema, Validator } from '@cfworker/json-schema';

/** Says in one line what is wrong with a document. */
export class InvalidReport extends Error {}

/** A reader of documents of one schema. It throws InvalidReport that names the place. */
export function schemaReader<Document extends { schema: string }>(
  schema: object,
  known: string,
): (text: string) => Document {
  const validator = new Validator(schema as Schema, '7');
  return (text) => {
    const document = parseJson(text) as Document | null;
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
    return document;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidReport(`the data is not JSON: ${(error as Error).message}`);
  }
}
