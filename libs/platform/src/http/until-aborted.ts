/** Waits for the next item. An abort of the signal ends the items. */
function nextUntilAborted<Item>(
  iterator: AsyncIterator<Item>,
  signal: AbortSignal,
): Promise<IteratorResult<Item, undefined>> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve({ done: true, value: undefined });
    signal.addEventListener('abort', end, { once: true });
    const release = (): void => signal.removeEventListener('abort', end);
    iterator.next().then(
      (next) => {
        release();
        resolve(next.done ? { done: true, value: undefined } : next);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

/**
 * Yields the items of a source until a signal aborts. Then the source closes in the background, because a generator
 * closes only after its current wait. Its errors are ignored.
 */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = await nextUntilAborted(iterator, signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    void iterator.return?.().catch(() => undefined);
  }
}
