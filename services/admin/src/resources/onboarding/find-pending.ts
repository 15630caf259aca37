import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { ClientSession } from 'mongoose';
import type { PlacedUnit } from './invited-unit.ts';

/** Finds a person's pending invite to a unit; null without one, or without a contact. */
export async function findPending(
  ctx: OperationContext,
  unit: PlacedUnit,
  contactKey: string | null,
  session: ClientSession | null = null,
): Promise<InviteRow | null> {
  if (contactKey === null) return null;
  const filter = { tenantId: ctx.tenantId, pendingKey: `${unit._id}|${contactKey}`, ...pendingAt(ctx) };
  return InviteModel.findOne(filter).session(session).lean<InviteRow>();
}
