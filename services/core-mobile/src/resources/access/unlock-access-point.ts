import type { DoorCommands } from '@pas/shared/access/door-commands';
import { mayOpen, residenceAt } from '@pas/shared/access/may-open';
import { recordRefusal, startUnlock } from '@pas/shared/access/start-unlock';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';

/**
 * Starts to open a door for the signed-in resident. Records each decision as an access event. Refuses a forbidden door
 * like an unknown one, so that other people's doors stay hidden.
 *
 * @throws not_found
 */
export async function unlockAccessPoint(
  ctx: OperationContext,
  doors: DoorCommands,
  id: string,
): Promise<UnlockAttemptRow> {
  const { tenantId, now } = ctx;
  const [person, door] = await Promise.all([
    loadResident(ctx),
    AccessPointModel.findOne({ _id: id, tenantId }).lean<AccessPointRow>(),
  ]);
  if (!door) throw notFound();
  const decision = mayOpen(door, person, now);
  const unitId = residenceAt(door, person, now)?.unitId ?? door.unitId;
  const subject = { type: 'RESIDENT' as const, id: person._id };
  const request = { door, method: 'APP' as const, subject, unitId };
  if (decision.isGranted) return (await startUnlock(ctx, doors, { ...request, decision })).attempt;
  await recordRefusal(ctx, request, decision);
  throw notFound();
}
