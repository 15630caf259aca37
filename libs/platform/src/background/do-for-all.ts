/**
 * Does the same for several tenants, one after the other. A failure does not keep the others from it.
 *
 * @throws the first failure, once it was tried for all: the caller tries again
 */
export async function doForAll<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}
