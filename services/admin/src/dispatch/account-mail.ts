import { fill } from '@pas/shared/messages/fill';
import { chooseLanguage } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import type { AccountNoticeRow } from '@pas/shared/models/account-notice';
import { toLine } from './to-line.ts';
import { fillMail, openMailTemplate } from './mail-template.ts';
import type { Mail } from './mailer.ts';
import type { MailRecipient } from './mail-recipient.ts';

/** Made from `apps/mail/account.mjml`. */
const template = openMailTemplate('account');

/** Inputs of a mail about an account. */
interface AccountMailFacts extends MailRecipient {
  id: string;
  to: string;
}

/** Inputs of a mail with a code. */
export interface CodeMailFacts extends AccountMailFacts {
  /** Six digits. */
  code: string;
  /** How long the code works, in whole minutes. */
  minutes: number;
}

/** Sentences of a mail about an account. `lead` has a form for a person with a current home. */
interface Sentences {
  subject: string;
  preview: string;
  lead: string;
  leadFor: string;
  advice: string;
  unexpected: string;
}

function writeMail(
  { id, to, brand, firstName, propertyName, locale }: AccountMailFacts,
  kind: 'emailCode' | 'emailNotice' | 'passkeyNotice',
  facts: Readonly<Record<string, string>>,
): Mail {
  const messages = messagesIn(chooseLanguage(locale));
  const { language, dir, resetMail } = messages;
  const sentences: Sentences = messages[kind];
  const [name, property] = [firstName, propertyName].map((text) => toLine(text ?? ''));
  const values = { ...facts, ...(name && { name }), ...(property && { property }) };
  const say = (sentence: string): string => fill(sentence, values);
  const greeting = say(name ? resetMail.greetingByName : resetMail.greeting);
  const lead = say(property ? sentences.leadFor : sentences.lead);
  const [subject, preview] = [say(sentences.subject), say(sentences.preview)];
  const [advice, unexpected] = [say(sentences.advice), say(sentences.unexpected)];
  return {
    id,
    to,
    language,
    subject,
    text: `${greeting}\n\n${lead}\n\n${advice}\n\n${unexpected}\n`,
    html: fillMail(template, {
      brand,
      texts: { lang: language, dir, subject, preview, greeting, lead, advice, unexpected },
    }),
  };
}

/** Writes the mail with the code that verifies a new e-mail address. The subject has the code too, for notifications. */
export function writeCodeMail({ code, minutes, ...facts }: CodeMailFacts): Mail {
  return writeMail(facts, 'emailCode', { code, minutes: String(minutes) });
}

/** The messages of each notice. */
const sentencesOf = { EMAIL_CHANGED: 'emailNotice', PASSKEY_ADDED: 'passkeyNotice' } as const;

/** Writes the notice about a change of an account's credentials. */
export function writeNoticeMail(kind: AccountNoticeRow['kind'], facts: AccountMailFacts): Mail {
  return writeMail(facts, sentencesOf[kind], {});
}
