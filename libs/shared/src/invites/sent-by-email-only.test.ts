import { newId } from '../ids/id.ts';
import type { Delivery } from '../models/invite.ts';
import { expect, test } from 'vitest';
import { isAddressedTo, wasSentByEmailOnly } from './sent-by-email-only.ts';

const inviteeEmail = 'jordan@example.test';

const delivery = (fields: Partial<Delivery>): Delivery => ({
  id: newId('delivery'),
  channel: 'EMAIL',
  kind: 'INVITE',
  to: inviteeEmail,
  status: 'SENT',
  error: null,
  providerMessageId: null,
  tokenVersion: 2,
  at: new Date(0),
  ...fields,
});

const text = delivery({ channel: 'SMS', to: '+12025550123' });

test.each([
  ['queued', [delivery({ status: 'QUEUED' })]],
  ['sent in another case', [delivery({ to: 'Jordan@Example.test' })]],
  ['sent twice', [delivery({}), delivery({ status: 'BOUNCED' })]],
  ['texted with an older link', [{ ...text, tokenVersion: 1 }, delivery({})]],
])('a token is known only to the mailbox if its mail was %s', (_what, deliveries) => {
  expect(wasSentByEmailOnly({ deliveries, tokenVersion: 2, inviteeEmail })).toBe(true);
});

test.each([
  ['never sent', []],
  ['sent with an older link', [delivery({ tokenVersion: 1 })]],
  ['bounced', [delivery({ status: 'BOUNCED' })]],
  ['sent to another address', [delivery({ to: 'other@example.test' })]],
  ['sent in addition to a text', [delivery({}), text]],
  ['sent in addition to a text that failed', [delivery({}), { ...text, status: 'FAILED' as const }]],
])('a token may be known to others where its mail was %s', (_what, deliveries) => {
  expect(wasSentByEmailOnly({ deliveries, tokenVersion: 2, inviteeEmail })).toBe(false);
});

test('an invite without an e-mail is addressed to none', () => {
  expect(isAddressedTo({ inviteeEmail: null }, '')).toBe(false);
  expect(isAddressedTo({ inviteeEmail }, 'JORDAN@example.test')).toBe(true);
});
