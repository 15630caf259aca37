import type { ReactNode } from 'react';

/** State of a control that is more than a text field. Its value is a text. */
export interface FieldControl {
  label: string;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}

/** An editable field: its text, and the part of a change's body for a text. */
export interface EditField<Row> {
  name: string;
  label: string;
  read: (row: Row) => string;
  /** Returns the part of the body for a text. */
  write: (text: string) => Readonly<Record<string, unknown>>;
  type?: 'text' | 'number' | 'time' | 'datetime-local';
  description?: string;
  choices?: readonly { value: string; label: string }[];
  /** Whether it has the focus when a dialog with the form opens. */
  isFirst?: boolean;
  /** Renders the control. Default: a text field, or a list of choices. */
  control?: (field: FieldControl) => ReactNode;
  /** Returns a stored text in words, for the changes of another person. Default: the text itself. */
  say?: (text: string) => string;
  /** The title of its group of fields. */
  section?: string;
}

/** Creates a text field; an empty text becomes null. */
export const textField = <Row>(
  name: string,
  label: string,
  valueOf: (row: Row) => string | null,
): EditField<Row> => ({
  name,
  label,
  read: (row) => valueOf(row) ?? '',
  write: (text) => ({ [name]: text === '' ? null : text }),
});

/** Typed texts by the name of the field. A field without one shows the stored text. */
export type TypedTexts = Readonly<Record<string, string>>;

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Merges two parts of a body, also within groups of fields. */
const merge = (body: Record<string, unknown>, part: Readonly<Record<string, unknown>>) => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const known = body[name];
      return [name, isGroup(known) && isGroup(value) ? { ...known, ...value } : value];
    }),
  ),
});

/** Builds the body of a change from the fields whose typed text differs from the stored one. */
export function bodyOf<Row>(fields: readonly EditField<Row>[], row: Row, typed: TypedTexts) {
  return fields
    .map((field) => ({ ...field, text: typed[field.name]?.trim() }))
    .flatMap(({ text, read, write }) => (text === undefined || text === read(row) ? [] : [write(text)]))
    .reduce<Record<string, unknown>>(merge, {});
}

/** Returns the fields whose stored text differs between two rows. */
export const changedFields = <Row>(fields: readonly EditField<Row>[], before: Row, after: Row) =>
  fields.filter(({ read }) => read(before) !== read(after));

/** Returns the texts typed since `sent` was submitted: they remain after the save. */
export const typedSince = (sent: TypedTexts, typed: TypedTexts): TypedTexts =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== sent[name]));
