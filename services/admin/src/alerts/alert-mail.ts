import { readFileSync } from 'node:fs';
import { escapeHtml } from '@pas/platform/http/escape-html';
import type { AlertType } from '@pas/shared/models/alert-mail';
import type { WrittenMail } from '../dispatch/invite-mail.ts';

/** Made from `tools/src/mail/alert.mjml`; `{{name}}` stands for a text. */
const template = readFileSync(new URL('../dispatch/alert-mail.html', import.meta.url), 'utf8');

/** One line of a mail. */
export interface NamedAlert {
  type: AlertType;
  /** The door, unit, key or endpoint, with its property. */
  name: string;
  /** By the clock of the tenant. */
  time: string;
}

interface AlertFacts {
  tenant: string;
  alerts: readonly NamedAlert[];
  /** All alerts, also those that are not named. */
  count: number;
  isDigest: boolean;
}

/** What has happened, and what to do about it. */
const words: Readonly<Record<AlertType, { one: string; many: string; advice: string }>> = {
  'door.offline': {
    one: 'A door is offline',
    many: '{count} doors are offline',
    advice: 'Check the power and the network of the controller. Residents cannot open the door by app.',
  },
  'door.held': {
    one: 'A door is held open',
    many: '{count} doors are held open',
    advice: 'Have somebody close the door.',
  },
  'door.forced': {
    one: 'A door was forced open',
    many: '{count} doors were forced open',
    advice: 'Have somebody look at the door.',
  },
  'unit.unreachable': {
    one: 'A unit cannot be reached',
    many: '{count} units cannot be reached',
    advice: 'Read the readiness of the unit. It says what is missing.',
  },
  'key.expiring': {
    one: 'An API key ends soon',
    many: '{count} API keys end soon',
    advice: 'Rotate the key before it ends.',
  },
  'endpoint.failing': {
    one: 'A webhook endpoint was disabled',
    many: '{count} webhook endpoints were disabled',
    advice: 'Repair the receiver, set the endpoint to ACTIVE, and recover the events that it has missed.',
  },
};

const headline = (type: AlertType, count: number): string =>
  count === 1 ? words[type].one : words[type].many.replace('{count}', String(count));

/** The lines of a mail, each type under its headline. */
function sectionsOf({
  alerts,
  count,
  isDigest,
}: AlertFacts): { title: string; advice: string; lines: string[] }[] {
  return [...Map.groupBy(alerts, ({ type }) => type)].map(([type, ofType]) => ({
    title: headline(type, isDigest ? ofType.length : count),
    advice: words[type].advice,
    lines: ofType.map(({ name, time }) => `${name}, ${time}`),
  }));
}

/** Writes a mail about one cause, or the digest of a day. Both parts say the same; every value is escaped in the HTML. */
export function writeAlertMail(facts: AlertFacts): WrittenMail {
  const sections = sectionsOf(facts);
  const { tenant, count, alerts, isDigest } = facts;
  const subject = isDigest ? `${count} alerts of the last day` : (sections[0]?.title ?? 'Alert');
  const more = count > alerts.length ? `And ${count - alerts.length} more.` : '';
  const footer = 'You get this mail because you are an alert recipient in the settings of the company.';
  const text = sections.map(({ title, advice, lines }) =>
    [title, ...lines.map((line) => `- ${line}`), advice].join('\n'),
  );
  const html = sections.map(
    ({ title, advice, lines }) =>
      `<strong>${escapeHtml(title)}</strong><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul><p>${escapeHtml(advice)}</p>`,
  );
  const values: Readonly<Record<string, string>> = {
    tenant: escapeHtml(tenant),
    subject: escapeHtml(subject),
    sections: html.join(''),
    more: escapeHtml(more),
    footer: escapeHtml(footer),
  };
  return {
    subject,
    language: 'en',
    text: `${[tenant, ...text, more, `-- \n${footer}`].filter((part) => part !== '').join('\n\n')}\n`,
    html: template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? ''),
  };
}
