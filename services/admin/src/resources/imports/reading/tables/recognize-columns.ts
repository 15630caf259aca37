import type { DateOrder, ImportColumn } from '@pas/shared/models/import';
import type { ImportField } from '@pas/shared/models/import-fields';
import { fieldByHeader, headerKey, isWeakWord } from './header-words.ts';
import { chooseNameFields } from './name-columns.ts';

/** Client's mapping of headers to fields; null leaves a column out. */
export type ColumnMapping = Readonly<Record<string, ImportField | null>>;

/** Columns that the table of errors adds; they are ignored in a repeated upload. */
const ownHeaders: ReadonlySet<string> = new Set(['_line', '_error']);

export const isOwnHeader = (header: string): boolean => ownHeaders.has(header.trim());

interface Guess {
  field: ImportField | null;
  confidence: number;
}

const isDate = (field: ImportField | null): boolean => field === 'moveIn' || field === 'moveOut';

const unknown: Guess = { field: null, confidence: 0 };

/** Headers of attributes of a field, such as `Unit type`, `Floor plan` and `E-mail 1 - Label`. */
const aboutField = / (?:type|plan|code|consent|label|opt in|opt out|notes?|status|verified|typ|tipo)$/;

/** Headers of contacts that are not the resident's, such as `Emergency contact phone`. */
const ofOthers =
  /\b(?:emergency|emergencia|urgence|notfall|guarantor|landlord|agent|manager|employer|kin|fax)\b/;

/** Headers that are found within others. A single word for a person is not: `Resident since`, `Pet name`. */
const partialWords = [...fieldByHeader].flatMap(([word, field]) =>
  word.length > 3 && (field !== 'fullName' || word.includes(' ')) ? [word] : [],
);

/**
 * Finds a known header that is part of another one, such as `phone` of `Phone (mobile)`. The longest match
 * wins.
 */
function byPart(key: string): Guess {
  if (aboutField.test(key)) return unknown;
  const words = ` ${key} `;
  const parts = partialWords.filter((word) => words.includes(` ${word} `));
  const [longest] = parts.toSorted((a, b) => b.length - a.length);
  return longest === undefined ? unknown : { field: fieldByHeader.get(longest) ?? null, confidence: 0.7 };
}

/** Returns the share of the samples that match a pattern. */
const shareOf = (samples: readonly string[], kind: RegExp): number =>
  samples.filter((sample) => kind.test(sample)).length / Math.max(1, samples.length);

/** Guesses the field from the values, for an unknown header. */
function bySamples(samples: readonly string[]): Guess {
  if (shareOf(samples, /^[^\s@]+@[^\s@]+\.[^\s@]+$/) >= 0.8) return { field: 'email', confidence: 0.5 };
  if (shareOf(samples, /^\+?[\d\s().-]{9,20}$/) >= 0.8) return { field: 'phone', confidence: 0.3 };
  return unknown;
}

/** A code such as `t0001234` or `R-1001`. */
const residentCode = /^\p{L}{0,2}-?\d{3,}$/u;

function guess(header: string, samples: readonly string[]): Guess {
  const key = headerKey(header);
  if (ofOthers.test(key)) return unknown;
  // `firstName` is split into `first name`, but some headers are known as one word.
  const known = fieldByHeader.get(key) ?? fieldByHeader.get(key.replaceAll(' ', ''));
  // Some programs export the residents' codes as “Resident”, and their names as “Name”.
  if (known === 'fullName' && shareOf(samples, residentCode) >= 0.8)
    return { field: 'externalId', confidence: 0.5 };
  if (known) return { field: known, confidence: isWeakWord(key) ? 0.9 : 1 };
  const part = byPart(key);
  return part.field ? part : bySamples(samples);
}

/** Counts the columns with known headers. Values of residents match none. */
export function countKnown(headers: readonly string[]): number {
  return headers.filter((header) => guess(header, []).field !== null).length;
}

/** Columns of a table before their recognition. */
export interface NamedColumns {
  headers: readonly string[];
  /** Non-empty values of each column. */
  samples: readonly (readonly string[])[];
  /** The order of day and month in each column. */
  dateOrders: readonly (DateOrder | null)[];
}

/**
 * Names the columns. An empty header gets the column's letter, as in a spreadsheet. A repeated one gets a
 * number, such as `Email (2)`, so that a mapping can name each of them.
 */
function namesOf(headers: readonly string[]): string[] {
  const names = new Set<string>();
  headers.forEach((header, at) => {
    const name = header.trim() || `Column ${at + 1}`;
    let unique = name;
    for (let count = 2; names.has(unique); count += 1) unique = `${name} (${count})`;
    names.add(unique);
  });
  return [...names];
}

/** Keeps one column of each field: the one with the highest confidence, else the first. */
function withoutRivals(guesses: readonly Guess[]): Guess[] {
  const best = new Map<ImportField, Guess>();
  for (const guessed of guesses) {
    const other = guessed.field && best.get(guessed.field);
    if (guessed.field && (!other || other.confidence < guessed.confidence)) best.set(guessed.field, guessed);
  }
  return guesses.map((guessed) =>
    guessed.field === null || best.get(guessed.field) === guessed ? guessed : unknown,
  );
}

/**
 * Recognizes the field of each column by its header in four languages and by its values. Each field has one
 * column.
 *
 * @param mapping the client's choices, which always win
 */
export function recognizeColumns(
  { headers, samples, dateOrders }: NamedColumns,
  mapping: ColumnMapping,
): ImportColumn[] {
  const names = namesOf(headers);
  const isMapped = (at: number): boolean => Object.hasOwn(mapping, names[at] ?? '');
  const guessColumn = (header: string, at: number): Guess => {
    if (isMapped(at)) return { field: mapping[names[at] ?? ''] ?? null, confidence: 1 };
    const guessed = guess(header, samples[at] ?? []);
    const isTaken = guessed.field !== null && Object.values(mapping).includes(guessed.field);
    return isTaken ? unknown : { ...guessed };
  };
  const guesses = withoutRivals(headers.map(guessColumn));
  const fields = chooseNameFields(
    guesses.map(({ field }, at) => ({
      header: headers[at] ?? '',
      field,
      samples: samples[at] ?? [],
      isMapped: isMapped(at),
    })),
  );
  return guesses.map(({ confidence }, at): ImportColumn => {
    const field = fields[at] ?? null;
    return {
      header: names[at] ?? '',
      field,
      confidence: field === null && !isMapped(at) ? 0 : confidence,
      samples: [...(samples[at] ?? [])].slice(0, 3),
      dateOrder: isDate(field) ? (dateOrders[at] ?? null) : null,
    };
  });
}
