import { apiKeyAt, apiKeyStatusFilter } from '@pas/shared/api-keys/key-state';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { ApiKeyModel, type ApiKeyRow, type ApiKeyStatus } from '@pas/shared/models/api-key';
import { visibleKeys } from './visible-keys.ts';

interface ApiKeyQuery extends ListedPage {
  status?: ApiKeyStatus | undefined;
  reviewDue?: boolean | undefined;
}

/** Lists the tenant's keys within the caller's reach, including ended ones. */
export async function listApiKeys(ctx: OperationContext, query: ApiKeyQuery): Promise<RowsPage<ApiKeyRow>> {
  const filter = {
    ...visibleKeys(ctx),
    ...(query.status && apiKeyStatusFilter([query.status], ctx.now)),
    ...(query.reviewDue !== undefined && { reviewDue: query.reviewDue }),
  };
  const { rows, ...page } = await listRows(ApiKeyModel, filter, query);
  return { rows: rows.map((row) => apiKeyAt(row, ctx.now)), ...page };
}
