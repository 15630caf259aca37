import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fill } from './fill.ts';
import { fr } from './fr.ts';
import type { Language } from './language.ts';

const catalogue: Readonly<Record<Language, Messages>> = { en, es, fr, de };

/** Returns the messages of a language. */
export const messagesIn = (language: Language): Messages => catalogue[language];

/** A label that begins with a word, such as `Apt 4B` or `Penthouse`, and needs no prefix. */
const startsWithWord = /^\p{L}{3}/u;

/** Returns a unit's label for a sentence: `unit 505`, `unit 4B`, but `Apt 4B`. */
export function unitName({ unit }: Pick<Messages, 'unit'>, label: string): string {
  return startsWithWord.test(label) ? label : fill(unit, { label: label.replace(/^#\s*/, '') });
}
