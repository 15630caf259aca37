import { insertRows } from '@pas/platform/mongo/insert-rows';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { FollowEvents } from '../public-events/sequence-events.ts';
import { claimNew } from './attempt-queue.ts';
import { newAttempt } from './new-attempt.ts';
import { receivesEvent } from './receives-event.ts';
import type { RunningWebhookSender } from './start-webhook-sender.ts';

/** The part of the sender that takes new attempts. */
export type AttemptSender = Pick<RunningWebhookSender, 'reserve' | 'release' | 'send' | 'wake'>;

/**
 * Plans the first attempt of each new event at each matching active endpoint. It runs in the transaction that
 * sequences the event, so that every event in the feed has its attempts.
 *
 * Attempts for which the sender has free slots are born claimed, and sent from memory after the commit. The sender
 * finds the others, and those of a process that has died, by their due time.
 */
export const queueAttempts =
  (sender: AttemptSender): FollowEvents =>
  async (events, transaction) => {
    const { session } = transaction;
    const filter = { tenantId: events[0]?.tenantId ?? '', isLive: true, status: 'ACTIVE' as const };
    const endpoints = await WebhookEndpointModel.find(filter).session(session).lean<WebhookEndpointRow[]>();
    const now = new Date();
    const planned = endpoints.map((endpoint) => {
      const attempts = events
        .filter((event) => receivesEvent(endpoint, event))
        .map((event) => newAttempt(event, endpoint._id, now));
      const reserved = sender.reserve(endpoint, attempts.length);
      transaction.onUndone(() => sender.release(endpoint, reserved));
      return { endpoint, claimed: claimNew(attempts.slice(0, reserved), now), due: attempts.slice(reserved) };
    });
    await insertRows(
      WebhookAttemptModel,
      planned.flatMap(({ claimed, due }) => [...claimed, ...due]),
      session,
    );
    transaction.onCommitted(() => {
      for (const { endpoint, claimed } of planned) sender.send(endpoint, claimed);
      sender.wake([...new Set(planned.flatMap(({ due }) => due.map(({ queue }) => queue)))]);
    });
  };
