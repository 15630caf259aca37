import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { CallModel, callOutcomes, type CallOutcome } from '@pas/shared/models/call';
import { visibleProperties } from '../properties/property-restriction.ts';

const dayMs = 24 * 3_600_000;
const maxTimeMS = 5000;

const aDayAgo = ({ now }: OperationContext): Date => new Date(now.getTime() - dayMs);

/** Counts the calls that started within the last 24 hours, by outcome. */
export async function countCalls(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const started = {
    tenantId: ctx.tenantId,
    startedAt: { $gte: aDayAgo(ctx) },
    ...(visible && { propertyId: visible }),
  };
  const groups = await CallModel.aggregate<{ _id: string | null; count: number }>(
    [{ $match: started }, { $group: { _id: '$outcome', count: { $sum: 1 } } }],
    { maxTimeMS },
  );
  const counts = new Map(groups.map(({ _id, count }) => [_id, count]));
  return {
    last24h: groups.reduce((total, { count }) => total + count, 0),
    byOutcome: Object.fromEntries(
      callOutcomes.map((outcome) => [outcome, counts.get(outcome) ?? 0]),
    ) as Record<CallOutcome, number>,
  };
}

/** Counts the access decisions of the last 24 hours. */
export async function countAccess(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const countOf = async (decision: 'GRANTED' | 'DENIED') =>
    AccessEventModel.countDocuments(
      {
        tenantId: ctx.tenantId,
        ...(visible && { propertyId: visible }),
        decision,
        occurredAt: { $gte: aDayAgo(ctx) },
      },
      { maxTimeMS },
    );
  const [granted24h, denied24h] = await Promise.all([countOf('GRANTED'), countOf('DENIED')]);
  return { granted24h, denied24h };
}
