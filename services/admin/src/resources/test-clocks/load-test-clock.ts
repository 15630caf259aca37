import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { TestClockModel, type TestClockRow } from '@pas/shared/models/test-clock';
import type { ClientSession } from 'mongoose';

/** @throws not_found without such a live test clock of the tenant */
export async function loadTestClock(
  { tenantId }: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<TestClockRow> {
  const filter = { _id: id, tenantId, isLive: true };
  const row = await TestClockModel.findOne(filter).session(session).lean<TestClockRow>();
  if (!row) throw notFound();
  return row;
}
