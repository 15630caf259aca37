import { countCommand } from '@pas/shared/access/door-metrics';
import { endAttempt, failedBy } from '@pas/shared/access/end-attempt';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** Grace period after an attempt's time limit for storing its answer, in milliseconds. */
const graceMs = 3000;

/**
 * Ends attempts whose process has died between command and answer. Their command is never repeated, so a door
 * opens at most once. `confirmed` stays false, because the door's state is unknown.
 */
export const expireAttempts: Sweep = {
  name: 'unlock attempts without an answer',
  // An attempt is due 13 seconds after its start, by the clock of the process that started it.
  leadMs: 10_000,

  async findDue(now, limit, except) {
    const before = new Date(now.getTime() - graceMs);
    const filter = { status: 'PENDING' as const, expiresAt: { $lte: before }, ...ofOtherTenants(except) };
    const due = await UnlockAttemptModel.find(filter, { tenantId: 1, expiresAt: 1 })
      .setOptions({ crossTenant: 'expired-attempts' })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .lean<Pick<UnlockAttemptRow, '_id' | 'tenantId' | 'expiresAt'>[]>();
    return due.map(({ _id: id, tenantId, expiresAt }) => ({
      id,
      tenantId,
      dueAt: new Date(expiresAt.getTime() + graceMs),
    }));
  },

  async apply({ tenantId, now }, id) {
    // By the clock of the store: a sweeper whose clock is fast ends no running attempt.
    const isOver = { $lte: ['$expiresAt', { $subtract: ['$$NOW', graceMs] }] };
    const filter = { _id: id, tenantId, $expr: isOver };
    const attempt = await UnlockAttemptModel.findOne(filter).lean<UnlockAttemptRow>();
    if (!attempt || !(await endAttempt(attempt, failedBy('timeout'), now))) return false;
    countCommand(attempt, failedBy('timeout'));
    return true;
  },
};
