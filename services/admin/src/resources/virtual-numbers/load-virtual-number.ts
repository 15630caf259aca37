import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import type { ClientSession } from 'mongoose';
import { mayAccessPlace } from '../properties/property-restriction.ts';
import { numberAt } from './number-state.ts';

/**
 * Loads a number in its current state.
 *
 * @throws not_found when there is no such number within the caller's reach
 */
export async function loadVirtualNumber(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<VirtualNumberRow> {
  const number = await VirtualNumberModel.findOne({ _id: id, tenantId: ctx.tenantId })
    .session(session)
    .lean<VirtualNumberRow>();
  if (!number || !mayAccessPlace(ctx, number.propertyId)) throw notFound();
  return numberAt(number, ctx.now);
}
