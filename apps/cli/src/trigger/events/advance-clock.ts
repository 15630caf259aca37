import { setTimeout as pause } from 'node:timers/promises';
import type { AdminClient } from '@pas/client';
import { TriggerError } from '../sandbox-client.ts';

const [everyMs, timeoutMs] = [500, 60_000];

/** Waits until the workers have stored all due changes. @throws TriggerError after a minute */
async function untilReady(client: AdminClient, id: string): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  while ((await client.testClocks.get(id)).status !== 'READY') {
    if (performance.now() > endsAt) throw new TriggerError(`${id} is still advancing. Check the workers.`);
    await pause(everyMs);
  }
}

/** Advances the test clock of the tenant to a time. A missing clock is created, and deleted afterwards. */
export async function advanceClock(client: AdminClient, to: string): Promise<void> {
  const known = (await client.testClocks.list()).items[0];
  const { id } = known ?? (await client.testClocks.create({}));
  try {
    await client.testClocks.advance(id, { to });
    await untilReady(client, id);
  } finally {
    if (!known) await client.testClocks.delete(id);
  }
}
