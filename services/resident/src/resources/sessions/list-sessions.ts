import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import type { QueryFilter } from 'mongoose';
import { loadResident } from '@pas/shared/accounts/load-resident';

/** Filters active sessions of the signed-in person at all tenants, because a lost phone has sessions at each. */
export async function ownSessions(ctx: OperationContext): Promise<QueryFilter<SessionRow>> {
  const { _id: userId, accountId } = await loadResident(ctx);
  const owner = accountId === null ? { userId } : { accountId };
  return { ...owner, revokedAt: null, idleExpiresAt: { $gt: ctx.now }, absoluteExpiresAt: { $gt: ctx.now } };
}

/** Lists the devices on which the person is signed in. */
export async function listSessions(ctx: OperationContext, page: Page): Promise<RowsPage<SessionRow>> {
  return listRows(SessionModel, await ownSessions(ctx), page);
}
