import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that depends only on their lengths. */
function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether any sent signature equals an expected one. All pairs are compared, so that the time shows nothing. */
export function matchesAny(sent: readonly string[], expected: readonly string[]): boolean {
  let isMatch = false;
  for (const one of sent) {
    for (const other of expected) isMatch = isSame(one, other) || isMatch;
  }
  return isMatch;
}
