import { keyOf } from '../invites/unit-labels.ts';

/** Most labels of one list. */
export const mostLabels = 2000;

const longestLabel = 64;

const tooLong = `At most ${longestLabel} characters.`;

/** A line that names no unit, with the reason. */
export interface LabelFault {
  line: string;
  reason: string;
}

/** The units that a text names. */
export interface LabelList {
  /** In the order of the text, each unit once. */
  labels: string[];
  faults: LabelFault[];
}

/** An end of a range: `Apt ` `12` `B`. */
interface RangeEnd {
  prefix: string;
  digits: string;
  letter: string;
}

/** Splits a range into its ends. Only a hyphen can also be a part of a label, such as `A-12`. */
const dashed = /^(.+?) ?(–|—|\.{2,3}|…|-) ?(.+)$/u;

function endOf(text: string): RangeEnd | null {
  const [, prefix, digits, letter = ''] = /^(\D*)(\d{1,5})\s*([a-z])?$/i.exec(text) ?? [];
  return prefix === undefined || digits === undefined ? null : { prefix, digits, letter };
}

/** Returns the second end of a range. It may omit the part that both share: `4F` after `Apt 1A`, `F` after `1A`. */
function secondEnd(text: string, first: RangeEnd): RangeEnd | null {
  if (first.letter !== '' && /^[a-z]$/i.test(text)) return { ...first, letter: text };
  const end = endOf(text);
  return end && (end.prefix === '' ? { ...end, prefix: first.prefix } : end);
}

/** Returns the letters from one to another, in the case of the first; only the letter itself for none. */
function lettersBetween(from: string, to: string): string[] {
  const [start, end] = [from.toUpperCase().charCodeAt(0), to.toUpperCase().charCodeAt(0)];
  if (from === '') return [''];
  const letters = Array.from({ length: Math.max(0, end - start + 1) }, (_, index) =>
    String.fromCharCode(start + index),
  );
  return from === from.toUpperCase() ? letters : letters.map((letter) => letter.toLowerCase());
}

/** Returns the prefixes of a range: `A`, `B` and `C` for `A1` to `C4`; null for different words. */
function prefixesBetween(from: string, to: string): string[] | null {
  if (from.trim().toLowerCase() === to.trim().toLowerCase()) return [from];
  const letter = /^(|.*[^a-z])([a-z])$/i;
  const [, base, start] = letter.exec(from) ?? [];
  const [, otherBase, end] = letter.exec(to) ?? [];
  if (base === undefined || base !== otherBase || start === undefined || end === undefined) return null;
  return lettersBetween(start, end).map((each) => base + each);
}

const numbersBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, index) =>
    String(Number(from) + index).padStart(from.length, '0'),
  );

/** Returns the labels of a range, `too many`, or null for a text that is no range. A reversed range has no labels. */
function expandRange(start: string, end: string): string[] | 'too many' | null {
  const first = endOf(start);
  const last = first && secondEnd(end, first);
  if (!first || !last || (first.letter === '') !== (last.letter === '')) return null;
  const prefixes = prefixesBetween(first.prefix, last.prefix);
  if (prefixes === null) return null;
  const numbers = numbersBetween(first.digits, last.digits);
  const letters = lettersBetween(first.letter, last.letter);
  if (prefixes.length * numbers.length * letters.length > mostLabels) return 'too many';
  return prefixes.flatMap((prefix) =>
    numbers.flatMap((number) => letters.map((letter) => prefix + number + letter)),
  );
}

/** Returns the label of a line that is no range, or the reason why it is none. */
function readLabel(line: string): string[] | string {
  if (line.includes('\t')) return 'Several columns. Paste the labels alone, or import the list.';
  if (line.length > longestLabel) return tooLong;
  return keyOf(line) === '' ? 'A label needs a letter or a digit.' : [line];
}

/** Returns the labels that a line names, or the reason why it names none. */
function readLine(line: string): string[] | string {
  if (line.length > 2 * longestLabel) return tooLong;
  const [, start = '', dash = '', end = ''] = dashed.exec(line) ?? [];
  const range = expandRange(start, end);
  if (range === 'too many') return `At most ${mostLabels.toLocaleString('en')} units.`;
  if (range !== null && range.length > 0) return range;
  if (dash === '' || dash === '-') return readLabel(line);
  return range === null ? 'Not a range. Write it as 1A–4F or 101–112.' : 'The range ends before its start.';
}

/**
 * Reads labels of units: one on each line or behind a comma, or a range. A range counts numbers and letters: `1A–4F` is
 * 1A to 1F, 2A to 2F and so on, 24 units. A hyphen makes a range only between ends of one form, so that `A-12` stays a
 * label.
 */
export function readLabels(text: string): LabelList {
  const labels = new Map<string, string>();
  const faults = new Map<string, LabelFault>();
  const lines = text.split(/[\n,;]/).map((line) => line.trim());
  for (const line of lines.filter((each) => each !== '')) {
    const found = readLine(line);
    const shown = line.slice(0, longestLabel);
    if (typeof found === 'string') faults.set(shown, { line: shown, reason: found });
    else for (const label of found) labels.set(keyOf(label), labels.get(keyOf(label)) ?? label);
  }
  return { labels: [...labels.values()], faults: [...faults.values()] };
}
