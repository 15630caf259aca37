import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import type { WorkLeaseRow } from '@pas/platform/leases/work-lease';
import { WorkLeaseModel } from '@pas/platform/leases/work-lease';
import { appendEvents } from '@pas/testing/append-events';
import { waitUntil } from '@pas/testing/wait-until';
import { countInStream, environment, startEventStores, untilSwept } from './event-stores.ts';
import type { SweepingOptions } from './programs/sweeping-worker.ts';
import { startProgram, type Program } from './start-program.ts';

const leaseId = `outbox-${environment}`;

/** Two sweepers of one outbox: one holds the lease, and the other waits for it. */
export interface Sweepers {
  /** Adds events to the backlog. */
  addBacklog(count: number): Promise<void>;
  /** Waits until `count` more events are marked as sent. */
  untilMoreSent(count: number): Promise<void>;
  /** Kills the holder of the lease. Returns the time until the other sweeper holds it, in milliseconds. */
  killHolder(): Promise<number>;
  /** Freezes the holder until the other sweeper holds the lease; the frozen one then waits for it. */
  freezeHolder(): Promise<number>;
  /** Resumes a frozen sweeper. */
  thaw(): void;
  /** Waits until the backlog is empty. Returns the missing and duplicate events of the stream. */
  findLosses(): Promise<string[]>;
  stop(): Promise<void>;
}

async function writeEvents(count: number): Promise<string[]> {
  const now = new Date();
  const envelopes = Array.from({ length: count }, (_, index) => {
    const data = { aggregateVersion: 1, inviteId: `inv_${index}`, propertyId: 'prop_1', unitId: 'unit_1' };
    const type = 'pas.v1.onboarding.invite.created' as const;
    return createEnvelope({ type, tenantId: 'ten_1', subject: data.inviteId, data }, 'admin', now);
  });
  await appendEvents(OutboxModel, envelopes, { environment, now });
  return envelopes.map(({ id }) => id);
}

function compare(written: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const missing = written.filter((id) => !counts.has(id));
  const doubled = [...counts].filter(([, count]) => count > 1);
  return [
    ...missing.map((id) => `not in the stream: ${id}`),
    ...doubled.map(([id, count]) => `${count} times in the stream: ${id}`),
    ...(counts.size > written.length ? ['more in the stream than was written'] : []),
  ];
}

/** Starts two sweepers on new stores. */
export async function startSweepers(): Promise<Sweepers> {
  const stores = await startEventStores();
  const { mongoUrl, natsUrl } = stores;
  const options: SweepingOptions = { mongoUrl, natsUrl, environment };
  const written: string[] = [];
  const start = (): Program => startProgram('sweeping-worker', options);
  const countSent = async (): Promise<number> => OutboxModel.countDocuments({ state: 'sent' });
  const holderName = async (): Promise<string | undefined> =>
    (await WorkLeaseModel.findById(leaseId).lean<WorkLeaseRow>())?.holder;
  const untilHeld = async (before?: string): Promise<number> => {
    const startedAt = performance.now();
    const isHeld = async (): Promise<boolean> => ![before, undefined].includes(await holderName());
    await waitUntil(isHeld, { what: 'another sweeper with the lease' });
    return Math.round(performance.now() - startedAt);
  };
  // A sweeper takes the lease only if work exists.
  const addWork = async (): Promise<void> => void written.push(...(await writeEvents(1)));
  let holder = start();
  await addWork();
  await untilHeld();
  let standby = start();
  return {
    async addBacklog(count) {
      written.push(...(await writeEvents(count)));
    },
    async untilMoreSent(count) {
      const goal = (await countSent()) + count;
      const what = `${count} more events to be sent`;
      await waitUntil(async () => (await countSent()) >= goal, { what, everyMs: 5 });
    },
    async killHolder() {
      const before = await holderName();
      await holder.kill();
      await addWork();
      const takenMs = await untilHeld(before);
      [holder, standby] = [standby, start()];
      return takenMs;
    },
    async freezeHolder() {
      const before = await holderName();
      holder.signal('SIGSTOP');
      await addWork();
      const takenMs = await untilHeld(before);
      [holder, standby] = [standby, holder];
      return takenMs;
    },
    thaw: () => standby.signal('SIGCONT'),
    async findLosses() {
      await untilSwept();
      return compare(written, await countInStream(stores.bus));
    },
    async stop() {
      await Promise.all([holder.kill(), standby.kill()]);
      await stores.stop();
    },
  };
}
