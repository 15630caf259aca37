import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import type { ClaimedMessage } from './claimed-message.ts';
import { countTry } from './message-metrics.ts';

const claimed = (kind: 'INVITE' | 'REMINDER', ageMs = 3000) =>
  ({
    delivery: { channel: 'SMS', kind },
    message: { createdAt: new Date(Date.now() - ageMs) },
  }) as unknown as ClaimedMessage;

const timed = ['message_delivery_duration_seconds_count', { channel: 'SMS' }] as const;

test.each([
  ['send', 'sent'],
  ['bounce', 'bounced'],
  ['fail', 'failed'],
  ['delay', 'delayed'],
] as const)('the move %s counts as %s', async (move, result) => {
  const counted = ['message_tries_total', { channel: 'SMS', result }] as const;
  expect(await growthOf(counted, () => countTry(claimed('INVITE'), move))).toBe(1);
});

test('a sent message is timed from the request that queued it', async () => {
  const within = ['message_delivery_duration_seconds_bucket', { channel: 'SMS', le: '5' }] as const;
  const below = ['message_delivery_duration_seconds_bucket', { channel: 'SMS', le: '2.5' }] as const;
  const count = () => countTry(claimed('INVITE'), 'send');
  expect(await growthOf(within, count)).toBe(1);
  expect(await growthOf(below, count)).toBe(0);
});

test('neither a reminder nor a failed try is timed', async () => {
  expect(await growthOf(timed, () => countTry(claimed('REMINDER'), 'send'))).toBe(0);
  expect(await growthOf(timed, () => countTry(claimed('INVITE'), 'fail'))).toBe(0);
});
