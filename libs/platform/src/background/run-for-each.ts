/**
 * Runs the same work for several items, one after the other. A failure does not stop the work for the others.
 *
 * @throws the first failure, after all items were tried; the caller retries
 */
export async function runForEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}
