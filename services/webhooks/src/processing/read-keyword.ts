/** The request in a text of one word. */
export type Keyword = 'STOP' | 'START' | 'HELP';

/** The keywords of carriers (CTIA, messaging principles and best practices), and those in our languages. */
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

/** Returns the letters of a text in upper case, for the comparison with keywords. */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replaceAll(/[^\p{L}]/gu, '');

/** The longest text that may be a keyword, in characters. */
const maxLength = 200;

/** Reads a keyword, in any case and with any punctuation around it; null for any other text. */
export function readKeyword(text: string): Keyword | null {
  if (text.length > maxLength) return null;
  const word = wordOf(text);
  if (/\p{L}[^\p{L}]+\p{L}/u.test(text.trim()) && !/^opt[\s-](?:out|in)$/i.test(text.trim())) return null;
  const found = (Object.keys(keywords) as Keyword[]).find((keyword) => keywords[keyword].includes(word));
  return found ?? null;
}
