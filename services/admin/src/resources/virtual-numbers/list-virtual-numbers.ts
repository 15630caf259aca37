import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { visibleProperties } from '../properties/property-restriction.ts';
import { readCountry } from '../properties/read-country.ts';
import { readPhone } from '../read-phone.ts';
import { inStateAt, numberAt } from './number-state.ts';

interface VirtualNumberQuery extends ListedPage {
  number?: string | undefined;
  status?: VirtualNumberRow['status'] | undefined;
  provider?: VirtualNumberRow['provider'] | undefined;
  propertyId?: string | undefined;
  unitId?: string | undefined;
}

/**
 * Reads the requested number in stored form; a national one follows the country of the requested property.
 *
 * @throws invalid for an invalid number
 */
export async function readNumber(
  ctx: OperationContext,
  { number, propertyId }: Pick<VirtualNumberQuery, 'number' | 'propertyId'>,
) {
  if (number === undefined) return {};
  return { number: readPhone('number', number, await readCountry(ctx, propertyId)) };
}

/**
 * Lists the numbers within the caller's reach, in their current state. A restricted caller sees those
 * assigned within its properties.
 *
 * @throws invalid for an invalid number
 */
export async function listVirtualNumbers(
  ctx: OperationContext,
  query: VirtualNumberQuery,
): Promise<RowsPage<VirtualNumberRow>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyId: visible }),
    ...(query.unitId && { unitId: query.unitId }),
    ...(query.provider && { provider: query.provider }),
    ...(query.status && inStateAt(query.status, ctx.now)),
    ...(await readNumber(ctx, query)),
  };
  const { rows, ...page } = await listRows(VirtualNumberModel, filter, query);
  return { rows: rows.map((row) => numberAt(row, ctx.now)), ...page };
}
