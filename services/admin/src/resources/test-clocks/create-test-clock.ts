import { insertRows } from '@pas/platform/mongo/insert-rows';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newLiveRow } from '@pas/shared/models/new-row';
import { TestClockModel, type TestClockRow } from '@pas/shared/models/test-clock';
import { knownFrom } from '@pas/shared/test-clocks/follow-test-clocks';
import { requireAhead } from './require-ahead.ts';
import { auditedTestClock, type CreateTestClock } from './test-clock.schema.ts';

/**
 * Creates the test clock of the tenant.
 *
 * @throws conflict (`already_exists`) when the tenant has one, invalid for a time in the past or too far ahead
 */
export async function createTestClock(
  ctx: OperationContext,
  { frozenAt = ctx.now }: CreateTestClock,
): Promise<TestClockRow> {
  const { now } = ctx;
  requireAhead({ path: 'frozenAt', time: frozenAt, from: now, now });
  const row: TestClockRow = {
    ...newLiveRow(ctx, 'testClock'),
    frozenAt,
    status: 'ADVANCING',
    advancedAt: knownFrom(now),
    shiftMs: frozenAt.getTime() - now.getTime(),
  };
  return commit(ctx, async (change) => {
    await insertRows(TestClockModel, [row], change.session);
    const targets = [{ type: 'test_clock', id: row._id }];
    change.record({
      action: 'test_clock.created',
      targets,
      changes: fieldChanges(null, row, auditedTestClock),
    });
    return row;
  });
}
