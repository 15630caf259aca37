import { fill } from '@pas/shared/words/fill';
import { chooseLanguage } from '@pas/shared/words/language';
import { wordsIn } from '@pas/shared/words/words-in';
import { fillMail, openMailTemplate } from './mail-template.ts';
import type { Mail } from './mailer.ts';

/** Made from `tools/src/mail/reset.mjml`. */
const template = openMailTemplate('reset-mail.html');

/** What the person who has forgotten the password is told. */
export interface ResetMailFacts {
  resetId: string;
  to: string;
  firstName: string | null;
  /** BCP 47; English where it is null or unknown. */
  locale: string | null;
  resetUrl: string;
  /** How long the link works, in whole minutes. */
  minutes: number;
}

/** Writes the mail with the link to set a new password, in plain text and in HTML; both carry the whole link. */
export function writeResetMail({ resetId, to, firstName, locale, resetUrl, minutes }: ResetMailFacts): Mail {
  const { resetMail, language, dir } = wordsIn(chooseLanguage(locale));
  const values = { minutes: String(minutes), ...(firstName !== null && { name: firstName }) };
  const { subject, request, button, copyLink, unexpected } = resetMail;
  const greeting = fill(firstName === null ? resetMail.greeting : resetMail.greetingByName, values);
  const [expiry, preview] = [fill(resetMail.expiry, values), fill(resetMail.preview, values)];
  const texts = { subject, preview, greeting, request, button, copyLink, expiry, unexpected };
  return {
    id: resetId,
    to,
    language,
    subject,
    text: `${greeting}\n\n${request}\n\n${resetUrl}\n\n${expiry}\n\n${unexpected}\n`,
    html: fillMail(template, { ...texts, lang: language, dir, url: resetUrl }),
  };
}
