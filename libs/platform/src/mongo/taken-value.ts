import { alreadyExists } from '../errors/raise.ts';
import { readDuplicateKey } from './duplicate-key.ts';

/** The client's name of each field whose value is unique, by the field in the index. */
export type UniqueFields = Readonly<Record<string, string>>;

const declared = new Map<string, { noun: string; fields: UniqueFields }>();

/** Declares the unique fields of a collection. `model` is its name in PascalCase, such as `VirtualNumber`. */
export function declareUniqueFields(collection: string, model: string, fields: UniqueFields): void {
  const noun = model.replaceAll(/\B[A-Z]/g, ' $&').toLowerCase();
  declared.set(collection, { noun, fields });
}

/**
 * Returns the conflict (`already_exists`) of a write that violated the index of a declared unique field. The driver's
 * error is its cause. Other errors are returned unchanged.
 */
export function toTakenValue(error: unknown): unknown {
  const duplicate = readDuplicateKey(error);
  const { noun = '', fields = {} } = declared.get(duplicate?.collection ?? '') ?? {};
  const taken = Object.keys(fields).find((name) => duplicate?.index.endsWith(`${name}_1`));
  return taken === undefined ? error : alreadyExists(noun, String(fields[taken]), error);
}
