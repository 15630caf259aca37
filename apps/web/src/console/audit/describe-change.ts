import { nameOfField } from '../parts/other-problems.ts';
import type { AuditRecord } from './describe-record.ts';
import { actionsWithoutObject, changeVerbs, kindWords } from './verbs.ts';

/** A record as a sentence behind its actor: `renamed` `Apt 12A` `to Penthouse A`. */
export interface ChangeSentence {
  verb: string;
  /** The kind of the object, such as `unit`; null where the verb or the name implies it. */
  kind: string | null;
  /** The name of the object, if the record knows it. */
  name: string | null;
  target: { type: string; id: string | null } | null;
  detail: string | null;
}

/** The part of a record that its sentence needs. */
export type RecordedChange = Pick<AuditRecord, 'action' | 'targets' | 'changes' | 'denial'>;

type FieldChange = AuditRecord['changes'][number];

/** The longest value in a sentence; the drawer shows longer ones. */
const longestValue = 40;

/** The hash of a file. People cannot use it. */
const hash = /^[0-9a-f]{32,}$/;

const isShort = (value: unknown): value is string | number =>
  typeof value === 'number' ||
  (typeof value === 'string' && value !== '' && value.length <= longestValue && !hash.test(value));

const isName = ({ path }: FieldChange): boolean => path === 'label' || path === 'name';

/** Whether the service derives a field from the name, such as the short label of a unit. */
const followsName = ({ path }: FieldChange): boolean => path === 'labelKey';

/** Returns a text that a created or deleted object had, by the field's path. */
function textAt({ changes }: RecordedChange, path: string): string | null {
  const change = changes.find((each) => each.path === path);
  const value = change?.after ?? change?.before;
  return isShort(value) ? String(value) : null;
}

/** Returns the name of the object as the record's values tell it; null without one. */
function nameIn(record: RecordedChange): string | null {
  const person = [textAt(record, 'firstName'), textAt(record, 'lastName')].filter(Boolean).join(' ');
  const paths = ['label', 'name', 'inviteeName', 'number', 'email', 'inviteeEmail', 'phone', 'inviteePhone'];
  const first = paths.map((path) => textAt(record, path)).find((text) => text !== null);
  return person || first || null;
}

const fieldWords = ({ path }: FieldChange): string => nameOfField(path).toLowerCase();

/** Returns the change of one field: `from 3 to 4`; null for long values. */
function fromTo({ before, after }: FieldChange): string | null {
  if (isShort(before) && isShort(after)) return `from ${before} to ${after}`;
  return isShort(after) && (before === null || before === '') ? `to ${after}` : null;
}

/** Returns the names of changed fields: `floor, dial code and 2 more`. */
function fieldsInWords(changes: readonly FieldChange[]): string {
  const fields = [...new Set(changes.map(fieldWords))];
  const [first = 'details', second, ...others] = fields;
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}

/** Describes an update: a new name as renaming, one other field with its values, several by their names. */
function describeUpdate({ changes, targets }: RecordedChange): ChangeSentence {
  const target = targets[0] ?? null;
  const kind = kindWords[target?.type ?? ''] ?? null;
  const renaming = changes.find(isName);
  if (renaming && isShort(renaming.before) && isShort(renaming.after)) {
    const others = changes.filter((change) => change !== renaming && !followsName(change));
    const more = others.length > 0 ? `, and changed ${fieldsInWords(others)}` : '';
    const detail = `to ${renaming.after}${more}`;
    return { verb: 'renamed', kind: null, name: String(renaming.before), target, detail };
  }
  const verb = `changed ${fieldsInWords(changes)} of`;
  const [only, second] = changes;
  return { verb, kind, name: null, target, detail: only && !second ? fromTo(only) : null };
}

/** Returns a sentence without an object of the audit, such as a refused request. */
const plain = (verb: string, name: string | null = null): ChangeSentence => ({
  verb,
  kind: null,
  name,
  target: null,
  detail: null,
});

/** Returns the verb of an action: its own, else its last word. */
const verbOf = (action: string): string =>
  changeVerbs[action] ?? action.slice(action.lastIndexOf('.') + 1).replaceAll('_', ' ');

/** Describes a record in words: its verb, its object and the values that matter. */
export function describeChange(record: RecordedChange): ChangeSentence {
  const { action, targets, denial } = record;
  if (denial) return plain('was refused', `${denial.method} ${denial.route}`);
  const verb = verbOf(action);
  if (actionsWithoutObject.has(action)) return plain(verb);
  if (verb === 'updated') return describeUpdate(record);
  const target = targets[0] ?? null;
  const kind = target && (kindWords[target.type] ?? target.type.replaceAll('_', ' '));
  return { verb, kind, name: nameIn(record), target, detail: null };
}
