import type { RecipientQuotaRow } from '../models/recipient-quota.ts';

const hourMs = 3_600_000;

/** Limits of a tenant's messages to one recipient in any period of the given length. */
export const recipientLimits = [
  { messages: 10, periodMs: 24 * hourMs },
  { messages: 30, periodMs: 7 * 24 * hourMs },
] as const;

/** Time after which a message no longer counts, in milliseconds. */
export const countedMs = Math.max(...recipientLimits.map(({ periodMs }) => periodMs));

/** Number of stored messages of one recipient. */
export const keptMessages = Math.max(...recipientLimits.map(({ messages }) => messages));

type SentMessages = RecipientQuotaRow['sent'];

/** Returns the number of further messages that a recipient may get now. */
export function remainingMessages(sent: SentMessages, now: Date): number {
  const remaining = recipientLimits.map(({ messages, periodMs }) => {
    const since = now.getTime() - periodMs;
    return messages - sent.filter(({ at }) => at.getTime() > since).length;
  });
  return Math.max(0, Math.min(...remaining));
}

/**
 * Returns the filter of quotas with capacity for `count` further messages. For each limit, the message that would have to
 * leave the period must be old enough or missing.
 */
export function withCapacityFor(count: number, now: Date): Record<string, object> {
  return Object.fromEntries(
    recipientLimits.map(({ messages, periodMs }) => [
      `sent.${messages - count}.at`,
      { $not: { $gt: new Date(now.getTime() - periodMs) } },
    ]),
  );
}

/** Returns the wait until a recipient may get one more message, in milliseconds; 0 if it may get one now. */
export function waitFor(sent: SentMessages, now: Date): number {
  const waits = recipientLimits.map(({ messages, periodMs }) => {
    const at = sent[messages - 1]?.at;
    return at === undefined ? 0 : at.getTime() + periodMs - now.getTime();
  });
  return Math.max(0, ...waits);
}
