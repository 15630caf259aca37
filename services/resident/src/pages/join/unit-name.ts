/** A label that begins with a word, such as `Apt 4B` or `Penthouse`, and needs no other one before it. */
const startsWithWord = /^\p{L}{3}/u;

/** Says a unit's label within a sentence: `unit 505`, `unit 4B`, but `Apt 4B`. */
export function unitName(label: string): string {
  return startsWithWord.test(label) ? label : `unit ${label.replace(/^#\s*/, '')}`;
}
