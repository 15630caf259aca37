import type { Bus } from '@pas/platform/events/bus';
import type { SealedTexts } from '@pas/platform/secrets/sealed-text';
import type { Worker } from '@pas/shared/context/work-context';
import { onWakeSignal } from '@pas/shared/events/wake-signals';
import { collectFromEvents } from '../alerts/collect-alerts.ts';
import { startSequencingPublicEvents } from '../consumers/sequence-public-events.ts';
import { queueAttempts } from './queue-attempts.ts';
import { createSendRequest } from './send-request.ts';
import { startWebhookSender } from './start-webhook-sender.ts';

/** The longest wait of the sender between two reads of due queues, in milliseconds. Signals announce most attempts. */
const restMs = 10_000;

interface Webhooks extends Pick<Worker, 'environment' | 'events' | 'log'> {
  bus: Bus;
  texts: SealedTexts;
  allowsLoopback: boolean;
}

/**
 * Sequences public events, and sends them to the endpoints of their tenants. Both run in one process, so that
 * a new event wakes the sender immediately.
 */
export function startWebhooks(webhooks: Webhooks): { stop(): Promise<void> } {
  const { bus, log, environment, events, texts, allowsLoopback } = webhooks;
  const send = createSendRequest({ allowsLoopback });
  const sender = startWebhookSender({ environment, events, log, texts, send, restMs });
  const signals = onWakeSignal(bus, 'webhooks', () => sender.readDueQueues());
  const followers = [queueAttempts(sender), collectFromEvents];
  const sequencer = startSequencingPublicEvents({ bus, log, environment, followers });
  return {
    async stop() {
      await signals.stop();
      await sequencer.stop();
      await sender.stop();
    },
  };
}
