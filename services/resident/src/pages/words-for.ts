import { acceptedLanguage, languageOf } from '@pas/shared/words/language';
import type { Words } from '@pas/shared/words/words';
import { wordsIn } from '@pas/shared/words/words-in';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The words of a page's reader: in the language that is known of the person, else in that of the browser.
 *
 * @param locale BCP 47, such as that of an invite; null where none is known
 */
export function wordsFor(headers: RequestHeaders, locale: string | null = null): Words {
  const wanted = headers['accept-language'];
  const known = locale === null ? null : languageOf(locale);
  return wordsIn(known ?? acceptedLanguage(typeof wanted === 'string' ? wanted : undefined));
}
