import { dayWords, type Holder, type Pass } from './describe-pass.ts';

const days = Object.keys(dayWords) as (keyof typeof dayWords)[];

const idsIn = (text: string): string[] => text.split(',').filter((id) => id !== '');

/** Converts lists to the text of a form field, and back. */
export const listText = { read: idsIn, write: (ids: readonly string[]): string => ids.join(',') };

/** Returns the days of a pass as the text of a field, from Monday on; empty for every day. */
export const daysText = (chosen: readonly string[] | null): string =>
  listText.write(days.filter((day) => chosen?.includes(day)));

/** Returns days of a field in words: `Mon, Fri`. */
export const sayDays = (text: string): string =>
  days
    .filter((day) => idsIn(text).includes(day))
    .map((day) => dayWords[day])
    .join(', ') || 'Every day';

/** The fields of a holder that can be corrected. */
export const holderFields = ['name', 'email', 'phone'] as const;

/** Returns the part of a form's body for one field of a holder. */
export const holderPart = (id: string, field: (typeof holderFields)[number], text: string) => ({
  holders: { [`${id} ${field}`]: text === '' ? null : text },
});

/**
 * Builds the body of a change from the parts of the form. With a changed holder, it names all holders in their order.
 * So the position in an error of the API is that of the holder.
 */
export function changeBody(holders: readonly Pick<Holder, 'id'>[], parts: Readonly<Record<string, unknown>>) {
  const { holders: typed, ...body } = parts as { holders?: Record<string, string | null> };
  if (!typed) return body;
  const fieldsOf = (id: string) =>
    holderFields.flatMap((field) => {
      const value = typed[`${id} ${field}`];
      return value === undefined ? [] : [[field, value] as const];
    });
  return { ...body, holders: holders.map(({ id }) => ({ id, ...Object.fromEntries(fieldsOf(id)) })) };
}

/** Adds the holders to whom a change gave another PIN. A shown PIN stays unless its holder has a newer one. */
export function withNewPins(shown: readonly Holder[], { holders }: Pick<Pass, 'holders'>): Holder[] {
  const repinned = holders.filter(({ pin }) => pin !== null);
  return [...shown.filter(({ id }) => repinned.every((holder) => holder.id !== id)), ...repinned];
}
