import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { formerDueBy } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { searchWithPhones } from '@pas/shared/contacts/phone-search';
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
  q?: string | undefined;
}

type Filter = QueryFilter<UserRow>;

/**
 * Reads the phone number asked for, as it is stored; a national one by the rules of the property asked for.
 *
 * @throws invalid for a number that can't be one
 */
export async function readPhoneFilter(
  ctx: OperationContext,
  { phone, propertyId }: Pick<UserQuery, 'phone' | 'propertyId'>,
): Promise<Filter> {
  if (phone === undefined) return {};
  return { phone: readPhone('phone', phone, await readCountry(ctx, propertyId)) };
}

/** The filter by what names one person. */
async function personFilter(ctx: OperationContext, query: UserQuery): Promise<Filter> {
  const { ids, email, externalId } = query;
  return {
    ...(ids !== undefined && { _id: { $in: ids } }),
    ...(email !== undefined && { emailKey: emailKey(email) }),
    ...(await readPhoneFilter(ctx, query)),
    ...(externalId !== undefined && { externalId }),
  };
}

/** Whether a query asks for FORMER users too without saying so by `residence`. */
const asksForFormer = ({ ids, status, email, phone, externalId, updatedSince }: UserQuery): boolean =>
  [ids, status, email, phone, externalId, updatedSince].some((value) => value !== undefined);

/** Whether somebody of the tenant is FORMER by now and not stored so yet. */
async function hasDueUsers({ tenantId, now }: OperationContext): Promise<boolean> {
  return (await UserModel.exists({ tenantId, ...formerDueBy(now) })) !== null;
}

/** The filter of FORMER users: those stored so, and those who are by now. */
async function formerFilter(ctx: OperationContext): Promise<Filter> {
  const stored = { status: 'FORMER' as const };
  return (await hasDueUsers(ctx)) ? { $or: [stored, formerDueBy(ctx.now)] } : stored;
}

/** Staff, who are few beside the people who live in the buildings; both values by name, for the index. */
const staff: Filter = { kind: 'STAFF', isFormer: { $in: [null, true] } };

interface StateFilter {
  filter: Filter;
  /** FORMER users whom the filter finds, because they are not stored so yet. */
  except?: Filter;
}

/** The filter by the status as it is now, and by whether FORMER users are listed. */
async function stateFilter(ctx: OperationContext, query: UserQuery): Promise<StateFilter> {
  const { status, residence, unitId, propertyId } = query;
  const isPlaced = unitId !== undefined || propertyId !== undefined;
  if (status === 'FORMER' || (residence === 'former' && !isPlaced)) {
    const isSame = status === undefined || status === 'FORMER';
    return { filter: isSame ? await formerFilter(ctx) : { _id: { $in: [] } } };
  }
  const except = status === 'DISABLED' ? {} : { except: formerDueBy(ctx.now) };
  // Only FORMER users have `isFormer`. Its index has the others in the order of each list.
  if (status !== undefined) return { filter: { status, isFormer: null }, ...except };
  const isCurrent = residence === 'current' || (residence === undefined && !asksForFormer(query));
  // Both values by name: an index then has the rows of both in order.
  return isCurrent
    ? { filter: { isFormer: null }, ...except }
    : { filter: { isFormer: { $in: [null, true] } } };
}

/**
 * Lists the live users within the caller's reach; a restricted caller sees those with a current or future residence
 * there.
 *
 * @throws invalid for a phone that can't be one
 */
export async function listUsers(ctx: OperationContext, query: UserQuery): Promise<RowsPage<UserRow>> {
  const { filter: state, except } = await stateFilter(ctx, query);
  const { $and: byDigits = [], ...search } = searchWithPhones(query.q);
  const conditions = [...byDigits, ...residenceConditions(ctx, query)];
  const narrow = { ...(await personFilter(ctx, query)), ...search };
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...state,
    ...(query.kind && { kind: query.kind }),
    ...narrow,
    ...(conditions.length > 0 && { $and: conditions }),
  };
  const isBroad = conditions.length === 0 && Object.keys(narrow).length === 0;
  const others =
    isBroad && query.kind === 'RESIDENT' ? { field: 'kind', filter: { ...staff, ...state } } : undefined;
  return listRows(UserModel, filter, { ...query, except, others });
}
