import { escapeHtml } from '@pas/platform/http/escape-html';
import type { AlertType } from '@pas/shared/models/alert-mail';
import type { Messages } from '@pas/shared/messages/en';
import { fill } from '@pas/shared/messages/fill';
import type { Language } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import type { WrittenMail } from '../dispatch/invite-mail.ts';
import type { MailBrand } from '../dispatch/mail-brand.ts';
import { fillMail, openMailTemplate } from '../dispatch/mail-template.ts';

/** Made from `apps/mail/alert.mjml`. */
const template = openMailTemplate('alert');

/** One line of a mail. */
export interface NamedAlert {
  type: AlertType;
  /** The door, unit, key or endpoint, with its property. */
  name: string;
  /** By the clock of the tenant, in the language of the mail. */
  time: string;
}

interface AlertFacts {
  brand: MailBrand;
  alerts: readonly NamedAlert[];
  /** All alerts, also those that are not named. */
  count: number;
  isDigest: boolean;
  language: Language;
}

const headline = ({ kinds }: Messages['alerts'], type: AlertType, count: number): string =>
  count === 1 ? kinds[type].one : fill(kinds[type].many, { count: String(count) });

/** Returns the lines of a mail, each type under its headline. */
function sectionsOf({
  alerts,
  count,
  isDigest,
  language,
}: AlertFacts): { title: string; advice: string; lines: string[] }[] {
  const messages = messagesIn(language).alerts;
  return [...Map.groupBy(alerts, ({ type }) => type)].map(([type, ofType]) => ({
    title: headline(messages, type, isDigest ? ofType.length : count),
    advice: messages.kinds[type].advice,
    lines: ofType.map(({ name, time }) => `${name}, ${time}`),
  }));
}

/**
 * Writes a mail about one cause, or the digest of a day. Both parts have the same content; every value is
 * escaped in the HTML.
 */
export function writeAlertMail(facts: AlertFacts): WrittenMail {
  const sections = sectionsOf(facts);
  const { brand, count, alerts, isDigest, language } = facts;
  const { alerts: messages, dir } = messagesIn(language);
  const digest = fill(messages.digest, { count: String(count) });
  const subject = isDigest ? digest : (sections[0]?.title ?? digest);
  const more = count > alerts.length ? fill(messages.more, { count: String(count - alerts.length) }) : '';
  const { footer } = messages;
  const text = sections.map(({ title, advice, lines }) =>
    [title, ...lines.map((line) => `- ${line}`), advice].join('\n'),
  );
  const html = sections.map(
    ({ title, advice, lines }) =>
      `<strong>${escapeHtml(title)}</strong><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul><p>${escapeHtml(advice)}</p>`,
  );
  return {
    subject,
    language,
    text: `${[brand.name, ...text, more, `-- \n${footer}`].filter((part) => part !== '').join('\n\n')}\n`,
    html: fillMail(template, {
      brand,
      texts: { subject, more, footer, lang: language, dir },
      markup: { sections: html.join('') },
    }),
  };
}
