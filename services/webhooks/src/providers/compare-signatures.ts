import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that depends on their lengths alone. */
function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether one of the sent signatures is one of the expected ones. All pairs are compared, so that time tells nothing. */
export function matchesAny(sent: readonly string[], expected: readonly string[]): boolean {
  let isMatch = false;
  for (const one of sent) {
    for (const other of expected) isMatch = isSame(one, other) || isMatch;
  }
  return isMatch;
}
