import { connectBus, type Bus } from '@pas/platform/events/bus';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll } from 'vitest';

const environment = 'TEST';
const log = createLogger({ service: 'webhooks', environment, level: 'silent' });

/** A bus of one test file, with a sweeper that publishes the events of its receipts. */
interface OwnBus {
  readonly bus: Bus;
  readonly nats: OwnNats;
}

/**
 * Starts a bus before the tests of a file, and stops it after them.
 *
 * @param end stops the work of the tests on the bus first
 */
export function useOwnBus(end: () => Promise<void>): OwnBus {
  let nats: OwnNats;
  let bus: Bus;
  let sweeper: ReturnType<typeof startOutboxSweeper>;
  beforeAll(async () => {
    nats = await prepareOwnNats();
    await nats.start();
    bus = connectBus({ url: nats.url, name: 'webhooks', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await declareBus(bus);
    sweeper = startOutboxSweeper({ outboxes: [receiptOutbox], environment, bus, log });
  });
  afterAll(async () => {
    await end();
    await sweeper.stop();
    await bus.close();
    await nats.wipe();
  });
  return {
    get bus() {
      return bus;
    },
    get nats() {
      return nats;
    },
  };
}
