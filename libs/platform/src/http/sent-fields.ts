/**
 * Returns the fields of an input that the caller has sent. Operations spread them to apply a patch, so a new field of
 * the schema needs no further change.
 */
export function sentFields<Input extends object>(
  input: Input,
): { [K in keyof Input]?: Exclude<Input[K], undefined> } {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof Input]?: Exclude<Input[K], undefined> };
}
