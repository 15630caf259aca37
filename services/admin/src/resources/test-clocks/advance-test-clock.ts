import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import { saveChanges } from '@pas/shared/change/save-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { TestClockModel, type TestClockRow } from '@pas/shared/models/test-clock';
import { knownFrom } from '@pas/shared/test-clocks/follow-test-clocks';
import { loadTestClock } from './load-test-clock.ts';
import { requireAhead } from './require-ahead.ts';
import { auditedTestClock } from './test-clock.schema.ts';

/**
 * Moves a test clock forward. Workers then store what is due.
 *
 * @throws not_found, invalid for a time before that of the tenant or too far ahead
 */
export async function advanceTestClock(
  ctx: OperationContext,
  { id, to }: { id: string; to: Date },
): Promise<TestClockRow> {
  const { now } = ctx;
  return commit(ctx, async (change) => {
    const row = await loadTestClock(ctx, id, change.session);
    const from = row.frozenAt > now ? row.frozenAt : now;
    requireAhead({ path: 'to', time: to, from, now });
    const shiftMs = row.shiftMs + to.getTime() - from.getTime();
    const known = knownFrom(row.createdAt);
    const advancedAt = known > now ? known : now;
    const fields = { frozenAt: to, status: 'ADVANCING' as const, advancedAt, shiftMs };
    const saved = await saveChanges(ctx, change, { model: TestClockModel, row, fields });
    const targets = [{ type: 'test_clock', id }];
    const changes = fieldChanges(row, saved, auditedTestClock);
    change.record({ action: 'test_clock.advanced', targets, changes });
    return saved;
  });
}
