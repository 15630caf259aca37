import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import {
  liveOperatorSessions,
  OperatorSessionModel,
  type OperatorSessionRow,
} from '@pas/shared/models/operator-session';

interface StaffSessionQuery extends ListedPage {
  email?: string | undefined;
}

/** Lists the live sessions of the tenant's staff. The store removes a session 12 hours after its log-in. */
export async function listStaffSessions(
  { tenantId, now }: OperationContext,
  { email, ...page }: StaffSessionQuery,
): Promise<RowsPage<OperatorSessionRow>> {
  const filter = {
    tenantId,
    ...(email !== undefined && { emailKey: emailKey(email) }),
    ...liveOperatorSessions(now),
  };
  return listRows(OperatorSessionModel, filter, page);
}
