import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { TestClockModel, type TestClockRow } from '@pas/shared/models/test-clock';

/** Lists the test clock of the tenant: one or none. */
export async function listTestClocks(
  { tenantId }: OperationContext,
  query: ListedPage,
): Promise<RowsPage<TestClockRow>> {
  return listRows(TestClockModel, { tenantId, isLive: true }, query);
}
