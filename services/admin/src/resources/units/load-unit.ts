import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import type { ClientSession } from 'mongoose';
import { mayAccessProperty } from '../properties/property-restriction.ts';

/** Finds a live unit within the caller's reach. */
export async function findUnit(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<UnitRow | null> {
  const unit = await UnitModel.findOne({ _id: id, tenantId: ctx.tenantId, isLive: true })
    .session(session)
    .lean<UnitRow>();
  return unit && mayAccessProperty(ctx, unit.propertyId) ? unit : null;
}

/** @throws not_found when there is no such live unit within the caller's reach */
export async function loadUnit(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<UnitRow> {
  const unit = await findUnit(ctx, id, session);
  if (!unit) throw notFound();
  return unit;
}
