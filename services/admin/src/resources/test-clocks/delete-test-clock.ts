import { requireVersion } from '@pas/platform/http/if-match';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import { saveChanges } from '@pas/shared/change/save-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { TestClockModel } from '@pas/shared/models/test-clock';
import { loadTestClock } from './load-test-clock.ts';
import { auditedTestClock } from './test-clock.schema.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/**
 * Deletes a test clock, so that real time counts again.
 *
 * @throws not_found, precondition_failed
 */
export async function deleteTestClock(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadTestClock(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const fields = { isLive: false, deletedAt: ctx.now, status: 'READY' as const };
    await saveChanges(ctx, change, { model: TestClockModel, row, fields });
    const targets = [{ type: 'test_clock', id }];
    const changes = fieldChanges(row, null, auditedTestClock);
    change.record({ action: 'test_clock.deleted', targets, changes });
  });
}
