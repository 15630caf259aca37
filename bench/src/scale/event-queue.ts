/** Queue of simulated events by their time, as a binary heap. */
export interface EventQueue<Event> {
  add(at: number, event: Event): void;
  /** Removes the earliest event; null when the queue is empty. */
  take(): { at: number; event: Event } | null;
}

/** Makes an empty queue. */
export function createEventQueue<Event>(): EventQueue<Event> {
  const heap: { at: number; event: Event }[] = [];
  const timeAt = (place: number): number => heap[place]?.at ?? Infinity;
  const swap = (one: number, other: number): void => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  const raise = (from: number): void => {
    for (let place = from; place > 0;) {
      const parent = (place - 1) >> 1;
      if (timeAt(parent) <= timeAt(place)) return;
      swap(place, parent);
      place = parent;
    }
  };
  const lower = (): void => {
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = timeAt(right) < timeAt(left) ? right : left;
      if (timeAt(least) >= timeAt(place)) return;
      swap(place, least);
      place = least;
    }
  };
  return {
    add(at, event) {
      heap.push({ at, event });
      raise(heap.length - 1);
    },
    take() {
      swap(0, heap.length - 1);
      const first = heap.pop() ?? null;
      lower();
      return first;
    },
  };
}
