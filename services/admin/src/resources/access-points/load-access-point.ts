import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { ClientSession } from 'mongoose';
import { mayAccessProperty } from '../properties/property-restriction.ts';

/** @throws not_found when there is no such live access point within the caller's reach */
export async function loadAccessPoint(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<AccessPointRow> {
  const point = await AccessPointModel.findOne({ _id: id, tenantId: ctx.tenantId, isLive: true })
    .session(session)
    .lean<AccessPointRow>();
  if (!point || !mayAccessProperty(ctx, point.propertyId)) throw notFound();
  return point;
}
