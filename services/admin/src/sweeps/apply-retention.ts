import { isolate } from '@pas/platform/background/isolate';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { openLease } from '@pas/platform/leases/lease';
import { runAsHolder } from '@pas/platform/leases/run-as-holder';
import type { Logger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { workContext } from '@pas/shared/context/work-context';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { CallModel } from '@pas/shared/models/call';
import { TenantModel, type RetentionDays, type TenantRow } from '@pas/shared/models/tenant';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import type { Model } from 'mongoose';

interface ApplyRetention {
  environment: string;
  events: CommittedEvents;
  log: Logger;
  /** Interval between runs, in milliseconds; default one hour. */
  everyMs?: number;
}

interface KeptRows {
  setting: keyof RetentionDays;
  model: Model<never>;
  /** The time field that decides a row's age; the collection has an index on tenant and this field. */
  moment: string;
}

const keptRows: readonly KeptRows[] = [
  { setting: 'calls', model: CallModel as unknown as Model<never>, moment: 'startedAt' },
  { setting: 'accessEvents', model: AccessEventModel as unknown as Model<never>, moment: 'occurredAt' },
  { setting: 'attempts', model: UnlockAttemptModel as unknown as Model<never>, moment: 'createdAt' },
];

/** Rows of a tenant and a kind per transaction. */
const batchSize = 500;

const dayMs = 24 * 3_600_000;
const [ttlMs, renewMs] = [30_000, 10_000];

/** Finds the tenants with a retention period. */
async function findTenants(): Promise<TenantRow[]> {
  const some = keptRows.map(({ setting }) => ({ [`settings.retentionDays.${setting}`]: { $gte: 1 } }));
  return TenantModel.find({ isLive: true, $or: some }).lean<TenantRow[]>();
}

/**
 * Removes one batch of a tenant's expired rows, oldest first, and records their number.
 *
 * @returns whether more are likely
 */
async function removeBatch(
  ctx: OperationContext,
  { setting, model, moment }: KeptRows,
  days: number,
): Promise<boolean> {
  const { tenantId, now } = ctx;
  const old = { tenantId, [moment]: { $lt: new Date(now.getTime() - days * dayMs) } };
  const rows = await model
    .find(old as never, { _id: 1 })
    .sort({ [moment]: 1 })
    .limit(batchSize)
    .lean<{ _id: string }[]>();
  if (rows.length === 0) return false;
  const ids = rows.map(({ _id }) => _id);
  await commit(ctx, async (change) => {
    const filter = { tenantId, _id: { $in: ids } };
    const { session } = change;
    const { deletedCount } = await model.collection.deleteMany(filter as never, { session });
    change.record({
      action: 'retention.applied',
      targets: [{ type: 'tenant', id: tenantId }],
      changes: [{ path: `removed.${setting}`, before: null, after: deletedCount, isPersonal: false }],
    });
  });
  return rows.length === batchSize;
}

/**
 * Removes one batch per kind and tenant, so that a tenant with many old rows does not delay the others. A
 * failed batch does not stop the others.
 */
async function removeRound({ environment, events, log }: ApplyRetention): Promise<boolean> {
  const worker = { service: 'admin', name: 'Retention', environment, events, log };
  let hasMore = false;
  for (const { _id: tenantId, settings } of await findTenants())
    for (const kept of keptRows) {
      const days = settings.retentionDays[kept.setting];
      if (days === null) continue;
      const piece = { work: 'retention', log, about: { tenantId, rows: kept.setting } };
      const isPart = await isolate(piece, () => removeBatch(workContext(worker, tenantId), kept, days));
      hasMore ||= isPart === true;
    }
  return hasMore;
}

/** Removes rows beyond their tenant's retention period, in one replica. */
export function startApplyingRetention(options: ApplyRetention): { stop(): Promise<void> } {
  const { environment, log, everyMs = 3_600_000 } = options;
  return runAsHolder({
    name: 'retention',
    lease: openLease({ connection: core, name: `retention-${environment}`, ttlMs }),
    renewMs,
    untilNextMs: () => everyMs,
    hasWork: async () => (await findTenants()).length > 0,
    round: () => removeRound(options),
    log,
  });
}
