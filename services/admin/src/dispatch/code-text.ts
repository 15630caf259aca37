import { chooseLanguage } from '@pas/shared/messages/language';
import { fill } from '@pas/shared/messages/fill';
import { messagesIn } from '@pas/shared/messages/messages-in';
import { toShortText, type ShortText } from './gsm-text.ts';
import { toLine } from './to-line.ts';
import { shorten } from './invite-text.ts';

/** Inputs of a text with a code. */
export interface CodeFacts {
  /** Six digits. */
  code: string;
  tenantName: string;
  /** How long the code works, in whole minutes. */
  minutes: number;
  /** BCP 47 tags; the first known language is used, English without one. */
  locales: readonly (string | null | undefined)[];
}

/**
 * Writes the text with the code that verifies a phone. The code comes first, so that a notification shows it.
 */
export function writeCodeText({ code, tenantName, minutes, locales }: CodeFacts): ShortText {
  const { sms } = messagesIn(chooseLanguage(...locales));
  const tenant = shorten(toLine(tenantName));
  return toShortText(fill(sms.code, { code, tenant, minutes: String(minutes) }));
}
