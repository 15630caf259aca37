import { endAttempt, failedBy } from '@pas/shared/access/end-attempt';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** How long after its time limit a process may still store the answer to an attempt, in milliseconds. */
const graceMs = 3000;

/**
 * Ends attempts whose process has died between command and answer. Nobody sends their command again, so a door opens at
 * most once. Their `confirmed` stays false: whether the door has opened is not known.
 */
export const expireAttempts: Sweep = {
  name: 'unlock attempts without an answer',

  async findDue(now, limit) {
    const before = new Date(now.getTime() - graceMs);
    const filter = { status: 'PENDING' as const, expiresAt: { $lte: before } };
    const due = await UnlockAttemptModel.find(filter, { tenantId: 1 })
      .setOptions({ crossTenant: 'expired-attempts' })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .lean<Pick<UnlockAttemptRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  settle: async ({ tenantId, now }, id) => endAttempt({ _id: id, tenantId }, failedBy('timeout'), now),
};
