/** Returns the fields whose values differ from those before. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const textOf = (value: unknown): string => JSON.stringify(value);
  const fields = Object.entries(after).filter(
    ([name, value]) => textOf(value) !== textOf(before[name as keyof Values]),
  );
  return Object.fromEntries(fields) as Partial<Values>;
}
