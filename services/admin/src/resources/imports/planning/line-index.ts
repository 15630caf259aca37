import { hash } from 'node:crypto';

/** Slots of a new index, a power of two. It doubles when more than three quarters are taken. */
const firstSlots = 1024;
const maxFill = 0.75;

/** Finds lines of a table by texts. */
export interface LineIndex {
  find(text: string): number | undefined;
  /** Stores the line of a text; of several lines, the first. */
  keep(text: string, line: number): void;
}

interface Slots {
  keys: Float64Array;
  /** 0 for a free slot; lines count from 1. */
  lines: Uint32Array;
}

const newSlots = (count: number): Slots => ({
  keys: new Float64Array(count),
  lines: new Uint32Array(count),
});

/** 52 bits of a hash. A million texts collide with a probability of 1 in 9,000. */
const keyOf = (text: string): number => Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16);

/** Returns the slot of a key: its own, or the first free one (open addressing, linear probing). */
function slotOf({ keys, lines }: Slots, key: number): number {
  const mask = lines.length - 1;
  let at = key & mask;
  while (lines[at] !== 0 && keys[at] !== key) at = (at + 1) & mask;
  return at;
}

function doubled({ keys, lines }: Slots): Slots {
  const larger = newSlots(lines.length * 2);
  for (const [from, line] of lines.entries()) {
    const key = keys[from] ?? 0;
    if (line === 0) continue;
    const at = slotOf(larger, key);
    larger.keys[at] = key;
    larger.lines[at] = line;
  }
  return larger;
}

/** Creates an empty index. It takes 12 bytes per slot, outside the garbage-collected heap. */
export function createLineIndex(): LineIndex {
  let slots = newSlots(firstSlots);
  let taken = 0;
  return {
    find: (text) => slots.lines[slotOf(slots, keyOf(text))] || undefined,
    keep(text, line) {
      const key = keyOf(text);
      const at = slotOf(slots, key);
      if (slots.lines[at] !== 0) return;
      slots.keys[at] = key;
      slots.lines[at] = line;
      taken += 1;
      if (taken > slots.lines.length * maxFill) slots = doubled(slots);
    },
  };
}

/** Text of each line, stored as a hash. */
export interface LineTexts {
  keep(line: number, text: string): void;
  isSame(line: number, text: string): boolean;
}

/** Creates an empty list of texts. It takes 8 bytes per line, outside the heap. */
export function createLineTexts(): LineTexts {
  let keys = new Float64Array(firstSlots);
  return {
    keep(line, text) {
      if (line >= keys.length) {
        const larger = new Float64Array(2 ** Math.ceil(Math.log2(line + 1)));
        larger.set(keys);
        keys = larger;
      }
      keys[line] = keyOf(text);
    },
    isSame: (line, text) => keys[line] === keyOf(text),
  };
}
