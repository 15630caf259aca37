import type { OperationContext } from '@pas/shared/context/operation-context';
import { checkAll } from '@pas/platform/errors/check-all';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { withinPeriod, type Period } from '../period.ts';
import { visibleProperties } from '../properties/property-restriction.ts';
import { readCountry } from '../properties/read-country.ts';
import { readPhone } from '../read-phone.ts';

interface CallQuery extends ListedPage, Period {
  propertyId?: string | undefined;
  unitId?: string | undefined;
  userId?: string | undefined;
  outcome?: CallRow['outcome'] | undefined;
  providerCallId?: string | undefined;
  fromNumber?: string | undefined;
  toNumber?: string | undefined;
}

type Numbers = Pick<CallQuery, 'fromNumber' | 'toNumber' | 'propertyId'>;

/**
 * Reads the requested numbers in stored form. National numbers follow the rules of the requested property's
 * country.
 *
 * @throws invalid for invalid numbers
 */
export async function readNumbers(ctx: OperationContext, { fromNumber, toNumber, propertyId }: Numbers) {
  if (fromNumber === undefined && toNumber === undefined) return {};
  const country = await readCountry(ctx, propertyId);
  const [from, to] = await checkAll(
    () => fromNumber !== undefined && { fromNumber: readPhone('fromNumber', fromNumber, country) },
    () => toNumber !== undefined && { toNumber: readPhone('toNumber', toNumber, country) },
  );
  return { ...from, ...to };
}

/**
 * Lists the calls within the caller's reach; a restricted caller sees those of its properties.
 *
 * @throws invalid for an invalid number
 */
export async function listCalls(ctx: OperationContext, query: CallQuery): Promise<RowsPage<CallRow>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const startedAt = withinPeriod(query);
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyId: visible }),
    ...(query.unitId && { unitId: query.unitId }),
    ...(query.userId && { 'legs.userId': query.userId }),
    ...(query.outcome && { outcome: query.outcome }),
    ...(query.providerCallId && { providerCallId: query.providerCallId }),
    ...(startedAt && { startedAt }),
    ...(await readNumbers(ctx, query)),
  };
  return listRows(CallModel, filter, query);
}
