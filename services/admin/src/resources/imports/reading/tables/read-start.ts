/** Reads the first items, and leaves the others for later. */
export async function readStart<Item>(items: AsyncIterator<Item>, count: number): Promise<Item[]> {
  const start: Item[] = [];
  while (start.length < count) {
    const next = await items.next();
    if (next.done) break;
    start.push(next.value);
  }
  return start;
}

/** Yields items that were read already, then the others. */
export async function* rejoin<Item>(start: Iterable<Item>, rest: AsyncIterator<Item>): AsyncGenerator<Item> {
  try {
    yield* start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
