import { hostileTexts } from '@pas/testing/hostile/hostile-texts';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { slugOf } from '../resources/tenants/slug.ts';
import { toShortText } from './gsm-text.ts';
import { writeInviteMail } from './invite-mail.ts';
import { composeMessage } from './invite-message.ts';
import { toLine } from './to-line.ts';

/** The longest name that a tenant, a property or a person may have. */
const maxLength = 200;

const names = Object.entries(hostileTexts).map(([kind, make]): [string, string] => [
  kind,
  make(4 * maxLength).slice(0, maxLength),
]);

const messageWith = (name: string) =>
  composeMessage({
    kind: 'INVITE',
    invite: { inviteeName: name, locale: null, expiresAt: new Date('2026-03-01T00:00:00Z') },
    inviteUrl: 'https://portal.example.test/join/token',
    brand: { name: toLine(name), accent: '#1d5fc4', logoUrl: null },
    property: { name, locale: 'en', timeZone: 'UTC' },
    unitLabel: name.slice(0, 64),
  });

const transport = createTransport({ streamTransport: true, buffer: true });

/** Renders a mail as it is sent. @returns its headers and the processor time, in milliseconds */
async function sendMail(name: string): Promise<{ headers: string; processorMs: number }> {
  const { subject, text, html } = writeInviteMail(messageWith(name));
  const before = process.threadCpuUsage();
  const { message } = await transport.sendMail({
    from: 'a@example.test',
    to: 'b@example.test',
    subject,
    text,
    html,
  });
  const { user, system } = process.threadCpuUsage(before);
  return {
    headers: (message as unknown as Buffer).toString().split('\r\n\r\n', 1)[0] ?? '',
    processorMs: (user + system) / 1000,
  };
}

test.each(names)('a mail with names of %s costs little and has no other headers', async (_kind, name) => {
  expect(measureCost(() => writeInviteMail(messageWith(name))).processorMs).toBeLessThan(maxProcessorMs);
  const { headers, processorMs } = await sendMail(name);
  expect(processorMs).toBeLessThan(maxProcessorMs);
  const fields = headers.split(/\r\n(?![ \t])/).map((line) => line.split(':', 1)[0]);
  expect(new Set(fields)).toEqual(
    new Set(['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']),
  );
});

test.each(names)('a text and a slug of %s cost little', (_kind, name) => {
  expect(measureCost(() => [toShortText(name), slugOf(name)]).processorMs).toBeLessThan(maxProcessorMs);
});
