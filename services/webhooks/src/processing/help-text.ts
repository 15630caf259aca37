import { isPremium } from '@pas/shared/contacts/phone';
import type { Language } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import { languageOfNumber } from '../calls/number-language.ts';
import { readKeyword, wordOf } from './read-keyword.ts';

/** The languages of the help keywords. The other keywords serve all languages. */
const languages: Readonly<Partial<Record<string, Language>>> = { AIDE: 'fr', AYUDA: 'es', HILFE: 'de' };

interface HelpRequest {
  text: string;
  from: string;
  /** The number that the text was sent to. */
  to: string | undefined;
}

/**
 * Returns the answer to HELP; null for any other text, and for a premium number. Carriers require that it names the
 * opt-out, and that it also goes to people who get no other texts. Its language is that of the keyword, or of the
 * number's country.
 */
export function helpText({ text, from, to }: HelpRequest): string | null {
  if (readKeyword(text) !== 'HELP' || isPremium(from)) return null;
  return messagesIn(languages[wordOf(text)] ?? languageOfNumber(to)).sms.help;
}
