import type { RecipientQuotaRow } from '../models/recipient-quota.ts';

const hourMs = 3_600_000;

/** How many messages of a tenant go to one recipient in any period of such a length. */
export const recipientLimits = [
  { messages: 10, periodMs: 24 * hourMs },
  { messages: 30, periodMs: 7 * 24 * hourMs },
] as const;

/** A message no longer counts after this time. */
export const countedMs = Math.max(...recipientLimits.map(({ periodMs }) => periodMs));

/** As many messages are kept of one recipient. */
export const keptMessages = Math.max(...recipientLimits.map(({ messages }) => messages));

type Sent = RecipientQuotaRow['sent'];

/** How many more messages a recipient may be sent now. */
export function roomFor(sent: Sent, now: Date): number {
  const rooms = recipientLimits.map(({ messages, periodMs }) => {
    const since = now.getTime() - periodMs;
    return messages - sent.filter(({ at }) => at.getTime() > since).length;
  });
  return Math.max(0, Math.min(...rooms));
}

/**
 * The filter of quotas that have room for so many more messages: each limit is kept if the message that it would push out
 * of its period is old enough, or there is none.
 */
export function withRoom(count: number, now: Date): Record<string, object> {
  return Object.fromEntries(
    recipientLimits.map(({ messages, periodMs }) => [
      `sent.${messages - count}.at`,
      { $not: { $gt: new Date(now.getTime() - periodMs) } },
    ]),
  );
}

/** How long it takes until a recipient may be sent one more message, in milliseconds; 0 if it may be sent now. */
export function waitFor(sent: Sent, now: Date): number {
  const waits = recipientLimits.map(({ messages, periodMs }) => {
    const at = sent[messages - 1]?.at;
    return at === undefined ? 0 : at.getTime() + periodMs - now.getTime();
  });
  return Math.max(0, ...waits);
}
