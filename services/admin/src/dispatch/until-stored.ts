import { setTimeout as pause } from 'node:timers/promises';
import { isInfrastructureError } from '@pas/platform/events/retry-later';

/** How long a record is tried again while the store is away, in milliseconds. */
const storeAwayMs = 60_000;

/** Stores that a message is sent, as soon as the store is back: without the record it would be sent again. */
export async function untilStored(store: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + storeAwayMs;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isInfrastructureError(error) || performance.now() > giveUpAt) throw error;
    }
    await pause(100);
  }
}
