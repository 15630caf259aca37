import { fill } from '@pas/shared/messages/fill';
import { fillMail, openMailTemplate } from './mail-template.ts';
import type { InviteMessage } from './invite-message.ts';
import type { Mail } from './mailer.ts';

/** Made from `apps/mail/invite.mjml`. */
const template = openMailTemplate('invite');

/** A message as a person reads it. */
export type WrittenMail = Pick<Mail, 'subject' | 'text' | 'html' | 'language'>;

/** Writes an invite as a mail. Both parts have the same content; every value is escaped in the HTML. */
export function writeInviteMail({ kind, brand, messages, values }: InviteMessage): WrittenMail {
  const { mail } = messages;
  const isReminder = kind === 'REMINDER';
  const say = (sentence: string): string => fill(sentence, values);
  const subject = say(isReminder ? mail.reminderSubject : mail.subject);
  const greeting = say(values.name === undefined ? mail.greeting : mail.greetingByName);
  const offer = say(isReminder ? `${mail.offer} ${mail.reminder}` : mail.offer);
  const [purpose, expiry] = [say(mail.purpose), say(mail.expiry)];
  const [personal, unexpected, sender] = [say(mail.personal), say(mail.unexpected), say(mail.sender)];
  const texts: Readonly<Record<string, string>> = {
    lang: messages.language,
    dir: messages.dir,
    heading: values.property,
    url: values.url,
    preview: say(mail.preview),
    button: mail.button,
    copyLink: mail.copyLink,
    subject,
    greeting,
    offer,
    purpose,
    expiry,
    personal,
    unexpected,
    footer: sender,
  };
  const paragraphs = [
    greeting,
    `${offer}\n${purpose}`,
    `${mail.button}:\n${values.url}`,
    expiry,
    `${personal} ${unexpected}`,
    `-- \n${sender}`,
  ];
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: fillMail(template, { brand, texts }),
    language: messages.language,
  };
}
