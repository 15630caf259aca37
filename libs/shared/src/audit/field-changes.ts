import diff from 'microdiff';

/** A field before and after a change; null if it was or is absent. */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
  /** Whether it is a name, address or number of a person. The chain holds only its digest. */
  isPersonal: boolean;
}

/** Audited fields of an entity, with the personal ones. */
export interface AuditedFields {
  fields: readonly string[];
  personal?: readonly string[];
}

type Entity = Record<string, unknown>;

const pick = (entity: Entity | null, fields: readonly string[]): Entity =>
  Object.fromEntries(
    fields.filter((field) => entity?.[field] != null).map((field) => [field, entity?.[field]]),
  );

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether two lists have the same texts. The lists of an entity, such as its scopes, are sets. */
const isSameSet = (before: unknown, after: unknown): boolean =>
  isTextList(before) && isTextList(after) && new Set(before).symmetricDifference(new Set(after)).size === 0;

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));

/**
 * Lists the differences of two states of an entity by field. `before` is null for a new entity, `after` for a deleted
 * one. It compares only the given fields, so that no secret is included. Another order of a list of texts is no
 * difference.
 */
export function fieldChanges(
  before: object | null,
  after: object | null,
  audited: AuditedFields,
): FieldChange[] {
  const { personal = [] } = audited;
  const [old, current] = [before as Entity | null, after as Entity | null];
  const fields = audited.fields.filter((field) => !isSameSet(old?.[field], current?.[field]));
  const differences = diff(pick(old, fields), pick(current, fields));
  return differences.map((difference) => ({
    path: difference.path.join('.'),
    before: plain('oldValue' in difference ? difference.oldValue : null),
    after: plain('value' in difference ? difference.value : null),
    isPersonal: personal.includes(String(difference.path[0])),
  }));
}

/** Prefixes the changes of a further entity with its name, such as `unit.label`. */
export function changesUnder(name: string, changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => ({ ...change, path: `${name}.${change.path}` }));
}
