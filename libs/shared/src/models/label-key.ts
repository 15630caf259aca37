/** Drops blanks and punctuation; one hyphen between two digits stays, because 1-12 and 11-2 are different doors. */
function squeeze(label: string): string {
  return label
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[^\P{P}-]|[\s\p{C}]/gu, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/(?<!\p{Nd})-|-(?!\p{Nd})/gu, '');
}

/**
 * The form in which unit labels are compared: `Apt. 4-B`, `apt 4b` and `#4B` are one unit. NFKC, upper case, a leading
 * APT, APARTMENT, UNIT or # dropped, then blanks and punctuation.
 *
 * @returns an empty text for a label of nothing but punctuation, which names no unit
 */
export function toLabelKey(label: string): string {
  const upper = label.normalize('NFKC').toUpperCase().trim();
  const name = upper.replace(/^(?:(?:APARTMENT|APT|UNIT)(?!\p{L})|#)/u, '');
  return squeeze(name) || squeeze(upper);
}
