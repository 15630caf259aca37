/** The operations of the driver's collections that take a filter first, with the position of their options. */
export const filteredOperations: Readonly<Record<string, number>> = {
  find: 1,
  findOne: 1,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndUpdate: 2,
  findOneAndReplace: 2,
  findOneAndDelete: 1,
};

/** Returns the arguments of an operation with changed options. */
export function withOptions(
  args: readonly unknown[],
  at: number,
  change: (options: Readonly<Record<string, unknown>>) => object,
): unknown[] {
  const all = [...args];
  all[at] = change((all[at] ?? {}) as Readonly<Record<string, unknown>>);
  return all;
}
