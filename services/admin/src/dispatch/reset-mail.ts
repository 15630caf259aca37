import { fill } from '@pas/shared/messages/fill';
import { chooseLanguage } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import { toLine } from './to-line.ts';
import { fillMail, openMailTemplate } from './mail-template.ts';
import type { Mail } from './mailer.ts';
import type { MailRecipient } from './mail-recipient.ts';

/** Made from `apps/mail/reset.mjml`. */
const template = openMailTemplate('reset');

/** Inputs of a password-reset mail. */
export interface ResetMailFacts extends MailRecipient {
  resetId: string;
  to: string;
  resetUrl: string;
  /** How long the link works, in whole minutes. */
  minutes: number;
}

/**
 * Writes the mail with the link to set a new password, in plain text and in HTML. Both contain the whole
 * link.
 */
export function writeResetMail(facts: ResetMailFacts): Mail {
  const { resetId, to, brand, firstName, propertyName, locale, resetUrl, minutes } = facts;
  const { resetMail, language, dir } = messagesIn(chooseLanguage(locale));
  const [name, property] = [firstName, propertyName].map((text) => toLine(text ?? ''));
  const values = { minutes: String(minutes), ...(name && { name }), ...(property && { property }) };
  const say = (sentence: string): string => fill(sentence, values);
  const { subject, button, copyLink, unexpected } = resetMail;
  const greeting = say(name ? resetMail.greetingByName : resetMail.greeting);
  const request = say(property ? resetMail.requestFor : resetMail.request);
  const [expiry, preview] = [say(resetMail.expiry), say(resetMail.preview)];
  const texts = { subject, preview, greeting, request, button, copyLink, expiry, unexpected };
  return {
    id: resetId,
    to,
    language,
    subject,
    text: `${greeting}\n\n${request}\n\n${resetUrl}\n\n${expiry}\n\n${unexpected}\n`,
    html: fillMail(template, { brand, texts: { ...texts, lang: language, dir, url: resetUrl } }),
  };
}
