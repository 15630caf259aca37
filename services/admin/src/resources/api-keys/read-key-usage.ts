import { timestamp } from '@pas/platform/http/timestamp';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { KeyUsageModel, type KeyUsageRow } from '@pas/shared/models/key-usage';
import type { z } from 'zod';
import { resolvePeriod } from '../analytics/resolve-request.ts';
import { bucketAt, bucketStarts, type Period } from '../analytics/time-buckets.ts';
import type { KeyUsage, usageIntervals } from './key-usage.schema.ts';
import { loadApiKey } from './load-api-key.ts';

interface UsageQuery {
  from?: Date | undefined;
  to?: Date | undefined;
  interval: (typeof usageIntervals)[number];
}

type Counts = Pick<KeyUsageRow, 'requests' | 'denied' | 'limited'>;

const hourMs = 3_600_000;

const noRequests = (): Counts => ({ requests: 0, denied: 0, limited: 0 });

function add(to: Counts, { requests, denied, limited }: Counts): void {
  to.requests += requests;
  to.denied += denied;
  to.limited += limited;
}

/** Timeout of the sums, in milliseconds. */
const maxTimeMS = 5000;

type Row = Counts & { _id: number };

/** Sums the hours of a period by time span; `_id` is the span's start in milliseconds since 1970. */
async function sumHours(
  { tenantId }: OperationContext,
  keyId: string,
  { from, to, spanMs }: Period & { spanMs: number },
): Promise<Row[]> {
  const firstHour = new Date(Math.floor(from.getTime() / hourMs) * hourMs);
  const hour = { $toLong: '$hour' };
  return KeyUsageModel.aggregate<Row>([
    { $match: { tenantId, keyId, hour: { $gte: firstHour, $lt: to } } },
    {
      $group: {
        _id: { $subtract: [hour, { $mod: [hour, spanMs] }] },
        requests: { $sum: '$requests' },
        denied: { $sum: '$denied' },
        limited: { $sum: '$limited' },
      },
    },
  ]).option({ maxTimeMS });
}

/**
 * Reads the usage of a key within the caller's reach, by hour or by day in UTC.
 *
 * @throws not_found, invalid for a period that is empty or too long for its interval
 */
export async function readKeyUsage(
  ctx: OperationContext,
  id: string,
  query: UsageQuery,
): Promise<z.input<typeof KeyUsage>> {
  const period = await resolvePeriod(ctx, query);
  const key = await loadApiKey(ctx, id);
  const starts = bucketStarts(period, { interval: query.interval, timeZone: 'UTC' });
  const buckets = starts.map(noRequests);
  const totals = noRequests();
  const spanMs = query.interval === 'hour' ? hourMs : 24 * hourMs;
  for (const row of await sumHours(ctx, id, { ...period, spanMs })) {
    add(totals, row);
    const bucket = buckets[bucketAt(starts, row._id)];
    if (bucket) add(bucket, row);
  }
  return {
    series: buckets.map((counts, at) => ({ at: timestamp(new Date(starts[at] ?? 0)), ...counts })),
    totals,
    lastUsedAt: timestamp(key.lastUsedAt),
    lastAddress: key.lastAddress ?? null,
    lastUserAgent: key.lastUserAgent ?? null,
  };
}
