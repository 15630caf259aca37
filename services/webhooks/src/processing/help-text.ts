import { isPremium } from '@pas/shared/contacts/phone';
import type { Language } from '@pas/shared/words/language';
import { wordsIn } from '@pas/shared/words/words-in';
import { languageOfNumber } from '../calls/number-language.ts';
import { readKeyword, wordOf } from './read-keyword.ts';

/** The languages of the words that ask for help. The other ones are known everywhere. */
const languages: Readonly<Partial<Record<string, Language>>> = { AIDE: 'fr', AYUDA: 'es', HILFE: 'de' };

interface AskedText {
  text: string;
  from: string;
  /** The number that the text was sent to. */
  to: string | undefined;
}

/**
 * The answer to a person who asks what a number is; null for every other text, and where the answer would cost extra. Carriers demand that it names the way out,
 * and that it is sent to people who get no texts too. It is in the language of the word, else of the number's country.
 */
export function helpText({ text, from, to }: AskedText): string | null {
  if (readKeyword(text) !== 'HELP' || isPremium(from)) return null;
  return wordsIn(languages[wordOf(text)] ?? languageOfNumber(to)).sms.help;
}
