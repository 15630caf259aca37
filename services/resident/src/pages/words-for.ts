import { acceptedLanguage } from '@pas/shared/words/language';
import type { Words } from '@pas/shared/words/words';
import { wordsIn } from '@pas/shared/words/words-in';

/** The words of the reader's browser. */
export function wordsFor(headers: Readonly<Record<string, string | string[] | undefined>>): Words {
  const wanted = headers['accept-language'];
  return wordsIn(acceptedLanguage(typeof wanted === 'string' ? wanted : undefined));
}
