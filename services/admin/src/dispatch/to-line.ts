/**
 * Returns a name as one line of visible text. A line break would end a header. A bidirectional control
 * character could disguise a link.
 */
export const toLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
