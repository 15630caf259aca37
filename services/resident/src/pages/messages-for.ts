import { acceptedLanguage, languageOf } from '@pas/shared/messages/language';
import type { Messages } from '@pas/shared/messages/en';
import { messagesIn } from '@pas/shared/messages/messages-in';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns the messages of a page in the person's language, else in the browser's.
 *
 * @param locale BCP 47, such as that of an invite; null when unknown
 */
export function messagesFor(headers: RequestHeaders, locale: string | null = null): Messages {
  const wanted = headers['accept-language'];
  const known = locale === null ? null : languageOf(locale);
  return messagesIn(known ?? acceptedLanguage(typeof wanted === 'string' ? wanted : undefined));
}
