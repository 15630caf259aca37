type SentFields<Input> = {
  [K in keyof Input as undefined extends Input[K] ? never : K]: Input[K];
} & {
  [K in keyof Input as undefined extends Input[K] ? K : never]?: Exclude<Input[K], undefined>;
};

/**
 * Returns the fields of an input that the caller has sent. Operations spread them to apply a patch, so a new field of
 * the schema needs no further change.
 */
export function sentFields<Input extends object>(input: Input): SentFields<Input> {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as SentFields<Input>;
}

/** Changes of a row: some of its fields. A group, such as an address, may have only some of its fields too. */
export type Patch<Row> = { [K in keyof Row]?: Row[K] | PatchedGroup<Row[K]> | undefined };

type PatchedGroup<Value> = Value extends Date | readonly unknown[]
  ? never
  : Value extends object
    ? Patch<Value>
    : never;

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns the fields that a patch sends. A sent group is merged with the stored one. */
export function patchedFields<Row extends object>(row: Row, patch: Patch<Row>): Partial<Row> {
  const merged = Object.entries(sentFields(patch)).map(([name, sent]: [string, unknown]) => {
    const stored: unknown = row[name as keyof Row];
    return [name, isGroup(stored) && isGroup(sent) ? { ...stored, ...patchedFields(stored, sent) } : sent];
  });
  return Object.fromEntries(merged) as Partial<Row>;
}
