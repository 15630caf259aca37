import { TestClockModel } from '@pas/shared/models/test-clock';
import { newLiveRow } from '@pas/shared/models/new-row';
import type { Principal } from '@pas/shared/principal/principal';

/** Adds the test clock of a tenant, which has one at most, and returns its id. */
export async function addTestClock({ tenantId }: Principal): Promise<string> {
  const now = new Date();
  const ctx = { tenantId: tenantId ?? '', now };
  const known = await TestClockModel.findOne({ tenantId: ctx.tenantId, isLive: true }).lean();
  if (known) return known._id;
  const row = {
    ...newLiveRow(ctx, 'testClock'),
    frozenAt: now,
    status: 'READY',
    advancedAt: now,
    shiftMs: 0,
  } as const;
  await TestClockModel.insertMany([row]);
  return row._id;
}
