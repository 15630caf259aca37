import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { deliveryOf, startSenders, type Place } from './dispatch-support.ts';
import { startCarriers, type TestCarriers } from './sandbox-process.ts';

/** Starts carriers for the tests of a file. Stops the senders that a test starts. */
export function useSenders() {
  let carriers: TestCarriers;
  let running: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    carriers = await startCarriers();
  });
  afterEach(async () => {
    await Promise.all(running.map((sender) => sender.stop()));
    running = [];
  });
  afterAll(() => carriers.stop());
  return {
    /** The carriers, once the tests run. */
    get carriers(): TestCarriers {
      return carriers;
    },
    /** Stops something else at the end of the test. */
    stopAfter(other: { stop(): Promise<void> }): void {
      running.push(other);
    },
    start(options?: Parameters<typeof startSenders>[1]): void {
      running.push(startSenders(carriers, options));
    },
  };
}

/** Waits until the delivery of an invite is in a state. */
export const untilIs = (place: Place, inviteId: string | undefined, state: object) =>
  waitUntil(
    async () => {
      const delivery = await deliveryOf(place, inviteId);
      expect(delivery).toMatchObject(state);
      return delivery;
    },
    { what: `a delivery that is ${JSON.stringify(state)}` },
  );

/** Counts the queued messages of a tenant. */
export const countQueued = async ({ tenantId }: Place): Promise<number> =>
  OutgoingMessageModel.countDocuments({ tenantId });

let numbers = 1000;

/** Returns a phone that no other test uses. */
export const newPhone = (): string => `+1202555${(numbers += 1)}`;
