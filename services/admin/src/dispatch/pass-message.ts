import { sayTimes } from '@pas/shared/access/say-times';
import type { Messages } from '@pas/shared/messages/en';
import { fill } from '@pas/shared/messages/fill';
import { chooseLanguage } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import type { PropertyRow } from '@pas/shared/models/property';
import { toShortText } from './gsm-text.ts';
import type { WrittenMail } from './invite-mail.ts';
import { toLine } from './to-line.ts';
import { shorten } from './invite-text.ts';
import type { MailBrand } from './mail-brand.ts';
import { fillMail, openMailTemplate } from './mail-template.ts';

/** The layout of an invite's mail, made from `apps/mail/invite.mjml`. */
const template = openMailTemplate('invite');

/** Inputs of a message with the link of a pass. */
export interface PassFacts {
  pass: Pick<AccessPassRow, 'guestName' | 'startsAt' | 'endsAt' | 'weekdays' | 'timeFrom' | 'timeTo'>;
  property: Pick<PropertyRow, 'name' | 'locale' | 'timeZone'>;
  brand: MailBrand;
  url: string;
}

/** Localized content of a message about a pass. */
interface PassMessage {
  brand: MailBrand;
  messages: Messages;
  values: Readonly<Record<'tenant' | 'property' | 'url' | 'period', string> & { name?: string }>;
  /** The times of the pass in sentences: the period, and the days and hours. */
  times: readonly string[];
}

/** Composes the content of a message in the language of the property. Only the page of the link shows the PIN. */
export function composePassMessage({ pass, property, brand, url }: PassFacts): PassMessage {
  const messages = messagesIn(chooseLanguage(property.locale));
  const [period, ...times] = sayTimes(pass, property, messages);
  const name = toLine(pass.guestName ?? '');
  const values = { tenant: brand.name, property: toLine(property.name), url, period };
  return { brand, messages, values: { ...values, ...(name !== '' && { name }) }, times: [period, ...times] };
}

/** Writes the message as a mail. Both parts have the same content; every value is escaped in the HTML. */
export function writePassMail({ brand, messages, values, times }: PassMessage): WrittenMail {
  const { mail, passMail, pass } = messages;
  const say = (sentence: string): string => fill(sentence, values);
  const subject = say(pass.title);
  const greeting = say(values.name === undefined ? mail.greeting : mail.greetingByName);
  const [offer, purpose] = [say(passMail.offer), say(passMail.purpose)];
  const expiry = times.join(' ');
  const { personal, unexpected } = mail;
  const sender = say(mail.sender);
  const { property, url, period } = values;
  const { button } = passMail;
  const { copyLink } = mail;
  const named = { lang: messages.language, dir: messages.dir, property, url, preview: period };
  const texts = { ...named, button, copyLink, subject, greeting, offer, purpose, expiry };
  const paragraphs = [
    greeting,
    `${offer}\n${purpose}`,
    `${button}:\n${url}`,
    expiry,
    `${personal} ${unexpected}`,
    `-- \n${sender}`,
  ];
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: fillMail(template, { brand, texts: { ...texts, personal, unexpected, sender } }),
    language: messages.language,
  };
}

/** Writes the message as a text, with the whole link. */
export function writePassText({ messages, values }: PassMessage): string {
  const { tenant, property } = values;
  const short = { tenant: shorten(tenant), property: shorten(property) };
  return toShortText(fill(messages.sms.pass, { ...values, ...short })).text;
}
