import type { DeliveryMove } from '@pas/shared/invites/move-delivery';
import { Counter, Histogram } from 'prom-client';
import type { ClaimedMessage } from './claimed-message.ts';

const tries = new Counter({
  name: 'message_tries_total',
  help: 'Tries to send a message to a person, by channel and result (sent, bounced, failed, delayed).',
  labelNames: ['channel', 'result'],
});

const seconds = new Histogram({
  name: 'message_delivery_duration_seconds',
  help: 'Time from the request that queued a message until its carrier accepted it, by channel. Without reminders.',
  labelNames: ['channel'],
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 21_600],
});

/** Results of a try by the move of its delivery. */
const results: Readonly<Record<DeliveryMove['name'], string>> = {
  send: 'sent',
  deliver: 'sent',
  bounce: 'bounced',
  fail: 'failed',
  reject: 'failed',
  delay: 'delayed',
};

/**
 * Counts a try to send a message by the move of its delivery. A sent message is timed too. A reminder is not timed,
 * because it waits for the hours in which it may be sent.
 */
export function countTry({ delivery, message }: ClaimedMessage, move: DeliveryMove['name']): void {
  const { channel, kind } = delivery;
  tries.inc({ channel, result: results[move] });
  if (move !== 'send' || kind === 'REMINDER') return;
  seconds.observe({ channel }, (Date.now() - message.createdAt.getTime()) / 1000);
}
