import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { formerDueBy } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { QueryFilter } from 'mongoose';
import { readCountry } from '../properties/read-country.ts';
import { readPhone } from '../read-phone.ts';
import { residenceConditions, type ResidenceQuery } from './residence-conditions.ts';

interface UserQuery extends ListedPage, ResidenceQuery {
  ids?: string[] | undefined;
  kind?: UserRow['kind'] | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  externalId?: string | undefined;
}

type Filter = QueryFilter<UserRow>;

/**
 * Builds the phone filter. A national number follows the country of the requested property.
 *
 * @throws invalid for an invalid number
 */
export async function readPhoneFilter(
  ctx: OperationContext,
  { phone, propertyId }: Pick<UserQuery, 'phone' | 'propertyId'>,
): Promise<Filter> {
  if (phone === undefined) return {};
  return { phone: readPhone('phone', phone, await readCountry(ctx, propertyId)) };
}

/** Builds the filter on keys that identify one person. */
async function personFilter(ctx: OperationContext, query: UserQuery): Promise<Filter> {
  const { ids, email, externalId } = query;
  return {
    ...(ids !== undefined && { _id: { $in: ids } }),
    ...(email !== undefined && { emailKey: emailKey(email) }),
    ...(await readPhoneFilter(ctx, query)),
    ...(externalId !== undefined && { externalId }),
  };
}

/** Whether a query includes FORMER users without the parameter `residence`. */
const asksForFormer = ({ ids, status, email, phone, externalId, updatedSince }: UserQuery): boolean =>
  [ids, status, email, phone, externalId, updatedSince].some((value) => value !== undefined);

/** Whether the tenant has FORMER users whose status is not stored yet. */
async function hasDueUsers(ctx: OperationContext): Promise<boolean> {
  return (await UserModel.exists({ tenantId: ctx.tenantId, ...formerDueBy(ctx) })) !== null;
}

/** Builds the filter of FORMER users, including those whose status is not stored yet. */
async function formerFilter(ctx: OperationContext): Promise<Filter> {
  const stored = { status: 'FORMER' as const };
  return (await hasDueUsers(ctx)) ? { $or: [stored, formerDueBy(ctx)] } : stored;
}

/** Filters staff, who are few compared to residents. Both values are listed, so that the index applies. */
const staff: Filter = { kind: 'STAFF', isFormer: { $in: [null, true] } };

interface StateFilter {
  filter: Filter;
  /** FORMER users whom the filter matches, because their status is not stored yet. */
  outdated?: Filter;
  /** Fields of the filter that the others imply. */
  impliedFields?: readonly string[];
}

/** Builds the filter on the current status, and on whether FORMER users are listed. */
async function stateFilter(ctx: OperationContext, query: UserQuery): Promise<StateFilter> {
  const { status, residence, unitId, propertyId } = query;
  const isPlaced = unitId !== undefined || propertyId !== undefined;
  if (status === 'FORMER' || (residence === 'former' && !isPlaced)) {
    const isSame = status === undefined || status === 'FORMER';
    return { filter: isSame ? await formerFilter(ctx) : { _id: { $in: [] } } };
  }
  const outdated = status === 'DISABLED' ? {} : { outdated: formerDueBy(ctx) };
  // Only FORMER users have `isFormer`. Its index has the others in the order of each list.
  if (status !== undefined)
    return { filter: { status, isFormer: null }, ...outdated, impliedFields: ['isFormer'] };
  const isCurrent = residence === 'current' || (residence === undefined && !asksForFormer(query));
  // Both values are listed: an index then returns the rows of both in order.
  return isCurrent
    ? { filter: { isFormer: null }, ...outdated }
    : { filter: { isFormer: { $in: [null, true] } } };
}

/** The index of the residents of a property. Its work does not depend on the order and the offset of the page. */
const byProperty = { tenantId: 1, isLive: 1, 'residences.propertyId': 1, createdAt: -1, _id: -1 } as const;

/** The offset of a deep page. Until there the store chooses the index. */
const deepOffset = 1000;

/** Returns the index of a deep page of one property's residents, unless another filter selects fewer people. */
function hintOf(query: UserQuery, narrow: Filter) {
  const { propertyId, offset, unitId, status, q, updatedSince, includeDeleted } = query;
  if (propertyId === undefined || offset < deepOffset) return undefined;
  const others = [unitId, status, q, updatedSince, includeDeleted];
  const isAlone = others.every((value) => value === undefined) && Object.keys(narrow).length === 0;
  return isAlone ? byProperty : undefined;
}

/**
 * Lists the live users within the caller's reach. A restricted caller sees users with a current or future
 * residence in its properties.
 *
 * @throws invalid for an invalid phone
 */
export async function listUsers(ctx: OperationContext, query: UserQuery): Promise<RowsPage<UserRow>> {
  const { filter: state, outdated, impliedFields } = await stateFilter(ctx, query);
  const conditions = residenceConditions(ctx, query);
  const narrow = await personFilter(ctx, query);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...state,
    ...(query.kind && { kind: query.kind }),
    ...narrow,
    ...(conditions.length > 0 && { $and: conditions }),
  };
  const isBroad = query.q === undefined && conditions.length === 0 && Object.keys(narrow).length === 0;
  const subtracted =
    isBroad && query.kind === 'RESIDENT' ? { field: 'kind', filter: { ...staff, ...state } } : undefined;
  return listRows(UserModel, filter, {
    ...query,
    outdated,
    subtracted,
    impliedFields,
    hint: hintOf(query, narrow),
  });
}
