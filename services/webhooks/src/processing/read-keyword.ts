/** What a person asks for with a text of one word. */
export type Keyword = 'STOP' | 'START' | 'HELP';

/** The words that carriers know (CTIA, messaging principles and best practices), and their words in our languages. */
const keywords: Readonly<Record<Keyword, readonly string[]>> = {
  STOP: [
    'STOP',
    'STOPALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'REVOKE',
    'OPTOUT',
    'ARRET',
    'ARRÊT',
    'ALTO',
    'STOPP',
  ],
  START: ['START', 'UNSTOP', 'YES', 'OPTIN'],
  HELP: ['HELP', 'INFO', 'AIDE', 'AYUDA', 'HILFE'],
};

/** The letters of a text, in upper case: what is compared with the keywords. */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replaceAll(/[^\p{L}]/gu, '');

/** A text of more characters is no keyword. */
const maxLength = 200;

/** Reads a text that is one keyword, in any case and with any punctuation around it; null for every other text. */
export function readKeyword(text: string): Keyword | null {
  if (text.length > maxLength) return null;
  const word = wordOf(text);
  if (/\p{L}[^\p{L}]+\p{L}/u.test(text.trim()) && !/^opt[\s-](?:out|in)$/i.test(text.trim())) return null;
  const found = (Object.keys(keywords) as Keyword[]).find((keyword) => keywords[keyword].includes(word));
  return found ?? null;
}
