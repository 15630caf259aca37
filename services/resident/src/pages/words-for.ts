import { acceptedLanguage, languageOf } from '@pas/shared/words/language';
import type { Words } from '@pas/shared/words/words';
import { wordsIn } from '@pas/shared/words/words-in';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns the words of a page in the person's language, else in the browser's.
 *
 * @param locale BCP 47, such as that of an invite; null when unknown
 */
export function wordsFor(headers: RequestHeaders, locale: string | null = null): Words {
  const wanted = headers['accept-language'];
  const known = locale === null ? null : languageOf(locale);
  return wordsIn(known ?? acceptedLanguage(typeof wanted === 'string' ? wanted : undefined));
}
