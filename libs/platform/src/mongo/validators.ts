import type { Collection, Connection } from 'mongoose';

/** The rules of collections, as their models declare them. */
const rules = new Map<Collection, object>();

/** Declares the JSON schema that MongoDB checks at each write to a collection (draft 4, `$jsonSchema`). */
export function declareRule(collection: Collection, rule: object): void {
  rules.set(collection, rule);
}

/**
 * Returns MongoDB's validator of a collection; null without a rule. It refuses rows that the rule forbids, such as an
 * unknown status. Raw writes bypass mongoose's checks.
 */
function validatorOf(collection: Collection): object | null {
  const rule = rules.get(collection);
  return rule ? { $jsonSchema: { bsonType: 'object', ...rule } } : null;
}

/** Rows that already violate the rule may still be updated. */
const validationLevel = 'moderate';

/** Returns the options of a new collection with a rule. */
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
