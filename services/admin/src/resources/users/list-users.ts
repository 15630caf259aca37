import type { OperationContext } from '@pas/shared/context/operation-context';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { searchWithPhones } from '@pas/shared/contacts/phone-search';
import type { QueryFilter } from 'mongoose';
import { visibleProperties } from '../properties/property-restriction.ts';

interface UserQuery extends ListedPage {
  kind?: UserRow['kind'] | undefined;
  status?: UserRow['status'] | undefined;
  unitId?: string | undefined;
  propertyId?: string | undefined;
  q?: string | undefined;
}

/** The filter of users by a residence: unit and property are asked of the same one, or a unit beyond reach would tell. */
function residenceFilter(ctx: OperationContext, { unitId, propertyId }: UserQuery): QueryFilter<UserRow> {
  const visible = visibleProperties(ctx, propertyId);
  if (!visible && !unitId) return {};
  const residence = { ...(visible && { propertyId: visible }), ...(unitId && { unitId }) };
  return { residences: { $elemMatch: residence } };
}

/** Lists the live users within the caller's reach; a restricted caller sees those with a residence there. */
export async function listUsers(ctx: OperationContext, query: UserQuery): Promise<RowsPage<UserRow>> {
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...residenceFilter(ctx, query),
    ...(query.kind && { kind: query.kind }),
    ...(query.status && { status: query.status }),
    ...searchWithPhones(query.q),
  };
  return listRows(UserModel, filter, query);
}
