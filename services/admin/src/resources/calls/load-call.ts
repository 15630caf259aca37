import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { mayAccessPlace } from '../properties/property-restriction.ts';

/** @throws not_found when there is no such call within the caller's reach */
export async function loadCall(ctx: OperationContext, id: string): Promise<CallRow> {
  const call = await CallModel.findOne({ _id: id, tenantId: ctx.tenantId }).lean<CallRow>();
  if (!call || !mayAccessPlace(ctx, call.propertyId)) throw notFound();
  return call;
}
