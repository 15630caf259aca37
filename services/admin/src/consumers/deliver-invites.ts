import type { Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { RunningConsumer } from '@pas/platform/events/consume';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { workContext } from '@pas/shared/context/work-context';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { consumers } from '@pas/shared/events/traffic';
import { ensureInviteTokenHashes } from '@pas/shared/invites/ensure-invite-token-hashes';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { InviteModel, type Channel, type InviteRow } from '@pas/shared/models/invite';
import { loadOfferedHome } from '../dispatch/invite-message.ts';
import { createMailTurns } from '../dispatch/mail-turns.ts';
import { queueMessages } from '../dispatch/queued-messages.ts';
import type { Carriers } from '../dispatch/carriers.ts';
import { createSendMessage } from '../dispatch/send-message.ts';
import { startSender } from '../dispatch/start-sender.ts';

export interface DeliverInvites extends Carriers {
  bus: Bus;
  environment: string;
  events: CommittedEvents;
}

interface InviteDispatch {
  inviteId: string;
  deliveries: readonly { id: string; channel: Channel }[];
}

/**
 * Concurrent mails in this process. Mails end one after the other, so more of them would only wait. A server
 * that answers in seconds would close the waiting connections.
 */
const mailPlaces = 4;

/** Queues the deliveries of a dispatch that are not sent yet. */
async function queueDispatched(
  ctx: OperationContext,
  links: InviteLinks,
  { inviteId, deliveries }: InviteDispatch,
): Promise<void> {
  const invite = await InviteModel.findOne({ _id: inviteId, tenantId: ctx.tenantId }).lean<InviteRow>();
  const queued = new Set(invite?.deliveries.filter(({ status }) => status === 'QUEUED').map(({ id }) => id));
  const left = deliveries.filter(({ id }) => queued.has(id));
  if (!invite || left.length === 0) return;
  // A message that can't be written becomes a dead letter for the operator. It delays no other message.
  await loadOfferedHome(invite);
  await ensureInviteTokenHashes(ctx, links, [invite]);
  await queueMessages(
    ctx,
    left.map(({ id, channel }) => ({ _id: id, channel, inviteId })),
  );
}

/**
 * Sends the deliveries that a dispatch has queued. The event carries only their ids: the link is derived here
 * and is never on the bus.
 *
 * The consumer only enqueues each delivery, which takes milliseconds. Each channel has a sender that reads
 * the queue. Tenants share its slots fairly, and a slow carrier delays neither events nor other channels. A
 * message is retried for hours without redelivery of its event.
 */
export function startDeliverInvites(deliver: DeliverInvites): RunningConsumer {
  const { bus, log, environment, events } = deliver;
  const worker = { service: 'admin', name: 'Delivery of invites', environment, events, log };
  const turns = createMailTurns();
  const send = createSendMessage(deliver, turns);
  const isFull = (tenantId: string): boolean => turns.isFull(tenantId);
  const senders = {
    EMAIL: startSender({ channel: 'EMAIL', places: mailPlaces, isFull, send, environment, events, log }),
    SMS: startSender({ channel: 'SMS', send, environment, events, log }),
  };
  const consumer = startConsumer({
    bus,
    log,
    environment,
    ...consumers.deliverInvites,
    concurrency: 16,
    handle: async ({ tenantid, data }) => {
      await queueDispatched(workContext(worker, tenantid), deliver.links, data);
      for (const { channel } of data.deliveries) senders[channel].wake(tenantid);
    },
  });
  return {
    async stop() {
      await consumer.stop();
      await Promise.all(Object.values(senders).map((sender) => sender.stop()));
    },
  };
}
