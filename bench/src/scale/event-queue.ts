/** Queue of simulated events by their time, as a binary heap. */
export interface EventQueue<Event> {
  add(at: number, event: Event): void;
  /** Removes the earliest event; null when the queue is empty. */
  take(): { at: number; event: Event } | null;
}

/** Makes an empty queue. */
export function createEventQueue<Event>(): EventQueue<Event> {
  const heap: { at: number; event: Event }[] = [];
  const timeAt = (index: number): number => heap[index]?.at ?? Infinity;
  const swap = (one: number, other: number): void => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  const siftUp = (from: number): void => {
    for (let index = from; index > 0;) {
      const parent = (index - 1) >> 1;
      if (timeAt(parent) <= timeAt(index)) return;
      swap(index, parent);
      index = parent;
    }
  };
  const siftDown = (): void => {
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = timeAt(right) < timeAt(left) ? right : left;
      if (timeAt(least) >= timeAt(index)) return;
      swap(index, least);
      index = least;
    }
  };
  return {
    add(at, event) {
      heap.push({ at, event });
      siftUp(heap.length - 1);
    },
    take() {
      swap(0, heap.length - 1);
      const first = heap.pop() ?? null;
      siftDown();
      return first;
    },
  };
}
