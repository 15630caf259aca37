import type { Collection, Connection } from 'mongoose';

/** The rules of collections, as their models declare them. */
const rules = new Map<Collection, object>();

/** Declares what MongoDB checks at each write to a collection, as a JSON schema (draft 4, MongoDB's `$jsonSchema`). */
export function declareRule(collection: Collection, rule: object): void {
  rules.set(collection, rule);
}

/**
 * What makes MongoDB refuse rows that a model's rule forbids, such as an unknown status, because raw writes bypass
 * mongoose's checks; null for a model without a rule.
 */
function validatorOf(collection: Collection): object | null {
  const rule = rules.get(collection);
  return rule ? { $jsonSchema: { bsonType: 'object', ...rule } } : null;
}

/** A row that breaks the rule already may still be written as it is. */
const validationLevel = 'moderate';

/** The options of a new collection that has a rule. */
export function validationOptions(collection: Collection): object {
  const validator = validatorOf(collection);
  return validator ? { validator, validationLevel } : {};
}

/** Gives a collection its validator, unless it has the same one already. */
export async function applyValidator(
  connection: Connection,
  collection: Collection,
  existing: object | undefined,
): Promise<void> {
  const validator = validatorOf(collection);
  if (!validator || JSON.stringify(existing) === JSON.stringify(validator)) return;
  await connection.db?.command({ collMod: collection.name, validator, validationLevel });
}
