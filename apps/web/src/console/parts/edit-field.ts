/** A field that can be changed: its text, and what a text means in the body of a change. */
export interface EditField<Row> {
  name: string;
  label: string;
  read: (row: Row) => string;
  /** A part of the body that says the text. */
  write: (text: string) => Readonly<Record<string, unknown>>;
  type?: 'text' | 'number';
  description?: string;
  choices?: readonly { value: string; label: string }[];
  /** The title of the group of fields in which it stands. */
  section?: string;
}

/** A field that is a text, or nothing where it is left empty. */
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

/** What a person has typed, by the name of the field. A field that is not in it shows what is stored. */
export type Typed = Readonly<Record<string, string>>;

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Puts two parts of a body together; fields of one group stand in that group. */
const merge = (body: Record<string, unknown>, part: Readonly<Record<string, unknown>>) => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const known = body[name];
      return [name, isGroup(known) && isGroup(value) ? { ...known, ...value } : value];
    }),
  ),
});

/** The body of a change: the fields whose typed text is another than the stored one. */
export function bodyOf<Row>(fields: readonly EditField<Row>[], row: Row, typed: Typed) {
  return fields
    .map((field) => ({ ...field, text: typed[field.name]?.trim() }))
    .flatMap(({ text, read, write }) => (text === undefined || text === read(row) ? [] : [write(text)]))
    .reduce<Record<string, unknown>>(merge, {});
}

/** The fields whose stored text is another in the second row. */
export const changedFields = <Row>(fields: readonly EditField<Row>[], before: Row, after: Row) =>
  fields.filter(({ read }) => read(before) !== read(after));

/** What was typed since `sent` left: it is kept where a save has taken the rest. */
export const typedSince = (sent: Typed, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== sent[name]));
