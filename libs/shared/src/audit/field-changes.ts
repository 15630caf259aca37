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

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));

/**
 * Lists the differences of two states of an entity by field. `before` is null for a new entity, `after` for a deleted
 * one. It compares only the given fields, so that no secret is included.
 */
export function fieldChanges(
  before: object | null,
  after: object | null,
  audited: AuditedFields,
): FieldChange[] {
  const { fields, personal = [] } = audited;
  const differences = diff(pick(before as Entity | null, fields), pick(after as Entity | null, fields));
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
