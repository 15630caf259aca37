import type { Collection, Connection } from 'mongoose';

/** The rules of collections, as their models declare them. */
const rules = new Map<Collection, object>();

/** Declares what MongoDB checks at each write to a collection, as a JSON schema (draft 4, MongoDB's `$jsonSchema`). */
export function declareRule(collection: Collection, rule: object): void {
  rules.set(collection, rule);
}

/**
 * Makes MongoDB refuse rows that a model's rule forbids, such as an unknown status, because raw writes bypass
 * mongoose's checks. A row that breaks the rule already may still be written as it is (`validationLevel: moderate`).
 */
export async function applyValidator(connection: Connection, collection: Collection): Promise<void> {
  const rule = rules.get(collection);
  if (!rule || !connection.db) return;
  const validator = { $jsonSchema: { bsonType: 'object', ...rule } };
  const [existing] = await connection.db.listCollections({ name: collection.name }).toArray();
  const { options } = (existing ?? {}) as { options?: { validator?: object } };
  if (JSON.stringify(options?.validator) === JSON.stringify(validator)) return;
  await connection.db.command({ collMod: collection.name, validator, validationLevel: 'moderate' });
}
