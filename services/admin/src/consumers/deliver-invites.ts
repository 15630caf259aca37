import type { Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { consumers } from '@pas/shared/events/traffic';
import { createMailTurns } from '../dispatch/mail-turns.ts';
import type { Carriers } from '../dispatch/carriers.ts';
import { createSendMessage } from '../dispatch/send-message.ts';
import { startSender } from '../dispatch/start-sender.ts';

export interface DeliverInvites extends Carriers {
  bus: Bus;
  environment: string;
  events: CommittedEvents;
}

/**
 * Concurrent mails in this process. Mails end one after the other, so more of them would only wait. A server
 * that answers in seconds would close the waiting connections.
 */
const mailPlaces = 4;

/** The longest wait of a sender between two looks, in milliseconds. Events announce most messages. */
const restMs = 15_000;

/**
 * Sends the messages that dispatches have queued. Each channel has a sender that reads the queue. Tenants share its slots
 * fairly, and a slow carrier delays neither events nor other channels. The sender derives the link, so that it is never
 * on the bus.
 *
 * The event of a dispatch only wakes the sender. Without it, the sender finds the message within fifteen seconds.
 */
export function startDeliverInvites(deliver: DeliverInvites): RunningConsumer {
  const { bus, log, environment, events } = deliver;
  const turns = createMailTurns();
  const send = createSendMessage(deliver, turns);
  const isFull = (tenantId: string): boolean => turns.isFull(tenantId);
  const common = { send, environment, events, log, restMs };
  const senders = {
    EMAIL: startSender({ ...common, channel: 'EMAIL', places: mailPlaces, isFull }),
    SMS: startSender({ ...common, channel: 'SMS' }),
  };
  const consumer = startConsumer({
    bus,
    log,
    environment,
    ...consumers.deliverInvites,
    concurrency: 16,
    handle: async ({ tenantid, data }) => {
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
