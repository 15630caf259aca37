import diff from 'microdiff';

/** One field before and after; null where it was or is absent. */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
  /** Names, addresses and numbers of people: the chain holds a digest of them only. */
  isPersonal: boolean;
}

/** The fields of an entity that the audit shows, and which of them are personal. */
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
 * Lists what differs between two states of an entity, field by field. `before` is null when it has just been made,
 * `after` when it is deleted. Only the fields named are looked at, so a secret cannot slip in.
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

/** Puts changes of an entity that changed with the target under a name of their own, such as `unit.label`. */
export function changesUnder(name: string, changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => ({ ...change, path: `${name}.${change.path}` }));
}
