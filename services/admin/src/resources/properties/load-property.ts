import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { recallProperty } from '@pas/shared/fences/known-parents';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { ClientSession } from 'mongoose';
import { mayAccessProperty } from './property-restriction.ts';

/** @throws not_found when there is no such live property within the caller's reach */
export async function loadProperty(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<PropertyRow> {
  const filter = { _id: id, tenantId: ctx.tenantId, isLive: true };
  const property =
    mayAccessProperty(ctx, id) && (await PropertyModel.findOne(filter).session(session).lean<PropertyRow>());
  if (!property) throw notFound();
  return property;
}

/**
 * Checks reach and cached existence of a property. `fenceParent` checks that it is still open.
 *
 * @throws not_found when there is no such property within the caller's reach
 */
export async function requireProperty(ctx: OperationContext, id: string): Promise<void> {
  if (!mayAccessProperty(ctx, id)) throw notFound();
  await recallProperty({ tenantId: ctx.tenantId, id }, async () => (await loadProperty(ctx, id))._id);
}
