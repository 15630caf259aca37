import { isolate } from '@pas/platform/background/isolate';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { wakeSubject } from '@pas/shared/events/wake-signals';
import { expiredAt } from '@pas/shared/invites/transitions';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { InviteModel } from '@pas/shared/models/invite';
import { TestClockModel, type TestClockRow } from '@pas/shared/models/test-clock';
import { UserModel } from '@pas/shared/models/user';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';
import { clockSpreadMs, readTestClocks } from '@pas/shared/test-clocks/follow-test-clocks';
import { hasTestTimes, tenantNow } from '@pas/shared/context/tenant-now';
import { bringMessagesForward } from '../dispatch/queued-messages.ts';
import { bringForward } from '../webhooks/attempt-queue.ts';
import { applyDueResidences, residenceDueBy } from './apply-due-residences.ts';
import { expireInvites } from './expire-invites.ts';
import { endedBefore, freePins } from './free-pins.ts';
import { reminderDueBy, remindInvites } from './remind-invites.ts';

/** Rows of a kind whose changes one turn stores. */
const batchSize = 100;

/** A sweep that follows the clock of a tenant, with its due rows of the tenant. */
interface ClockedSweep {
  sweep: Sweep;
  findIds: (ctx: OperationContext) => Promise<{ _id: string }[]>;
}

const clocked: readonly ClockedSweep[] = [
  {
    sweep: applyDueResidences,
    findIds: async (ctx) =>
      UserModel.find({ tenantId: ctx.tenantId, ...residenceDueBy(tenantNow(ctx)) }, { _id: 1 })
        .limit(batchSize)
        .lean<{ _id: string }[]>(),
  },
  {
    sweep: remindInvites,
    findIds: async (ctx) =>
      InviteModel.find({ tenantId: ctx.tenantId, ...reminderDueBy(tenantNow(ctx)) }, { _id: 1 })
        .limit(batchSize)
        .lean<{ _id: string }[]>(),
  },
  {
    sweep: expireInvites,
    findIds: async (ctx) =>
      InviteModel.find({ tenantId: ctx.tenantId, $and: [{ status: 'PENDING' }, expiredAt(ctx)] }, { _id: 1 })
        .limit(batchSize)
        .lean<{ _id: string }[]>(),
  },
  {
    sweep: freePins,
    findIds: async (ctx) =>
      AccessPassModel.find({ tenantId: ctx.tenantId, ...endedBefore(tenantNow(ctx)) }, { _id: 1 })
        .limit(batchSize)
        .lean<{ _id: string }[]>(),
  },
];

/** Stores one batch of each kind. @returns whether a change was stored; a failed row counts as none */
async function storeDue(ctx: OperationContext): Promise<boolean> {
  let hasStored = false;
  for (const { sweep, findIds } of clocked) {
    for (const { _id } of await findIds(ctx)) {
      const piece = { work: sweep.name, log: ctx.log, about: { id: _id, tenantId: ctx.tenantId } };
      if (await isolate(piece, () => sweep.apply(ctx, _id))) hasStored = true;
    }
  }
  return hasStored;
}

/** Brings planned attempts of webhooks and waiting messages forward, once for each advance. */
async function takeShift({ tenantId, now, events }: OperationContext, id: string): Promise<void> {
  await inTransaction(
    core,
    async (session, transaction) => {
      const filter = { _id: id, tenantId, shiftMs: { $gt: 0 } };
      const taken = { $set: { shiftMs: 0 } };
      const before = await TestClockModel.findOneAndUpdate(filter, taken, { session }).lean<TestClockRow>();
      if (!before) return;
      await bringForward({ tenantId, ms: before.shiftMs }, session);
      await bringMessagesForward({ tenantId, now, ms: before.shiftMs }, session);
      transaction.onCommitted(() => events.wake(wakeSubject('webhooks')));
    },
    tenantId,
  );
}

/**
 * Stores what the advance of a test clock makes due. It begins when every process uses the new time. `clocked` lists the
 * changes, and retries of webhooks and held messages come forward.
 */
export const advanceTestClocks: Sweep = {
  name: 'test clocks that were advanced',

  async findDue(now, limit, except) {
    if (!hasTestTimes()) return [];
    const due = {
      status: 'ADVANCING',
      advancedAt: { $lte: new Date(now.getTime() - clockSpreadMs) },
      ...ofOtherTenants(except),
    } as const;
    const rows = await TestClockModel.find(due, { tenantId: 1 })
      .setOptions({ crossTenant: 'advancing-clocks' })
      .limit(limit)
      .lean<Pick<TestClockRow, '_id' | 'tenantId'>[]>();
    return rows.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  async apply(ctx, id) {
    const { tenantId, now } = ctx;
    const clock = await TestClockModel.findOne({ _id: id, tenantId }).lean<TestClockRow>();
    if (clock?.status !== 'ADVANCING') return false;
    await readTestClocks();
    await takeShift(ctx, id);
    if (await storeDue(ctx)) return true;
    // A later advance has another time, and stays ADVANCING.
    const filter = { _id: id, tenantId, status: 'ADVANCING' as const, version: clock.version };
    const ready = { $set: { status: 'READY' as const, updatedAt: now }, $inc: { version: 1 } };
    return (await TestClockModel.updateOne(filter, ready)).modifiedCount === 1;
  },
};
