import type { Unit } from '../buildings/stack-floors.ts';

/** Words for a flat that labels begin with; the service ignores them when it compares labels. */
const flatWord =
  /^(?:(?:apt|apartment|unit|flat|suite|ste|no|nr|apartamento|apto|depto|appartement|appt|wohnung|whg)(?!\p{L})\.?|#)\s*/iu;

/** Returns the part of a label by which units are searched: `Apt. 4B` is found by `4B`. */
export function searchTextOf(label: string): string {
  const text = label.trim();
  const rest = text.replace(flatWord, '');
  if (rest === '' || rest === text) return text;
  return searchTextOf(rest);
}

/** Returns the comparable form of a label, such as `4B` for `Apt. 4-B` and `1-12` for `1.12`. */
export function keyOf(label: string): string {
  const text = searchTextOf(label.normalize('NFKC')).toUpperCase();
  return text
    .replaceAll(/(?<=\p{Nd})[^\p{L}\p{N}]+(?=\p{Nd})/gu, '\n')
    .replaceAll(/[^\p{L}\p{N}\n]+/gu, '')
    .replaceAll('\n', '-');
}

/**
 * Returns the unit with a label, an exactly equal one first. The service has further rules, and creates no second
 * unit for an equal label.
 */
export function unitNamed<Row extends Pick<Unit, 'label' | 'labelKey'>>(
  units: readonly Row[],
  text: string,
): Row | null {
  const [exact, key] = [text.trim().toLowerCase(), keyOf(text)];
  const found = units.find(({ label }) => label.toLowerCase() === exact);
  return found ?? units.find(({ labelKey }) => labelKey === key) ?? null;
}
