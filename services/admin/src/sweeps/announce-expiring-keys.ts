import { noticeDays, passedNotice } from '@pas/shared/api-keys/expiry-notices';
import { commitControl, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { DueRow, Sweep } from '@pas/shared/sweeps/sweep';

const dayMs = 24 * 3_600_000;

/** A key may have several environments; only its first one announces its end. */
const announcedIn = (environment: string) => ({ 'environments.0': environment, tenantId: { $ne: null } });

/** Builds the filters of keys with a due notice: one per last published notice. */
function dueFilters(now: Date) {
  const lastNotices = [null, ...noticeDays.slice(0, -1)];
  return lastNotices.map((noticedDays, at) => ({
    status: 'ACTIVE' as const,
    noticedDays,
    expiresAt: { $gt: now, $lte: new Date(now.getTime() + (noticeDays[at] ?? 0) * dayMs) },
  }));
}

/** @returns the due notice of a key, in days before its end; null without one */
function dueNotice({ status, noticedDays, expiresAt }: ApiKeyRow, now: Date): 14 | 1 | null {
  if (status !== 'ACTIVE' || expiresAt <= now) return null;
  const days = passedNotice(expiresAt, now);
  return days !== null && days < (noticedDays ?? Infinity) ? days : null;
}

async function announceEnd({ now }: OperationContext, change: Change, id: string): Promise<boolean> {
  const row = await ApiKeyModel.findById(id).session(change.session).lean<ApiKeyRow>();
  const daysLeft = row && dueNotice(row, now);
  if (!row || daysLeft === null) return false;
  // Clients see no change of the key, so version and audit stay unchanged.
  await ApiKeyModel.updateOne({ _id: id }, { $set: { noticedDays: daysLeft } }, { session: change.session });
  change.publish({
    type: 'pas.v1.keys.key.expiring',
    subject: id,
    data: { aggregateVersion: row.version, keyId: id, expiresAt: row.expiresAt.toISOString(), daysLeft },
  });
  return true;
}

/**
 * Announces the end of a key 14 days and 1 day before. Keys with a successor are not announced. All
 * environments share the keys, so only a key's first environment announces it.
 */
export const announceExpiringKeys = (environment: string): Sweep => ({
  name: 'API keys that end soon',
  everyRounds: 12,

  async findDue(now, limit, except) {
    const found: DueRow[] = [];
    for (const filter of dueFilters(now)) {
      const due = { ...announcedIn(environment), ...filter, ...ofOtherTenants(except) };
      const keys = await ApiKeyModel.find(due, { tenantId: 1 })
        .limit(limit - found.length)
        .lean<Pick<ApiKeyRow, '_id' | 'tenantId'>[]>();
      found.push(...keys.map(({ _id: id, tenantId }) => ({ id, tenantId: tenantId ?? '' })));
      if (found.length >= limit) break;
    }
    return found;
  },

  apply: async (ctx, id) => commitControl(ctx, async (change) => announceEnd(ctx, change, id)),
});
