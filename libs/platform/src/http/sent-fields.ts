/**
 * The fields of an input that the caller has sent. A patch is applied by spreading them, so that a field which is new in
 * the schema needs no second mention.
 */
export function sentFields<Input extends object>(
  input: Input,
): { [K in keyof Input]?: Exclude<Input[K], undefined> } {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof Input]?: Exclude<Input[K], undefined> };
}
