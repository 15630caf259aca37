import { emailKey } from '../contacts/email.ts';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { conflict } from '../errors/raise.ts';
import type { Invitee } from '../invites/new-invite.ts';
import { UserModel } from '../models/user.ts';
import { heldResidence } from './held-residence.ts';

/**
 * Makes sure, within the change that invites a person, that the person has no residence in the unit, now or later. The
 * change writes the unit's row, and so does the start of a residence: of both at once, one runs again and sees the other.
 *
 * @throws conflict (`already_resident`)
 */
export async function refuseResident(
  { tenantId, now }: OperationContext,
  { session }: Change,
  { unitId, invitee: { email, phone } }: { unitId: string; invitee: Pick<Invitee, 'email' | 'phone'> },
): Promise<void> {
  if (email === null && phone === null) return;
  const contact = email === null ? { phone } : { emailKey: emailKey(email) };
  const filter = { tenantId, isLive: true, residences: heldResidence({ unitId }, now), ...contact };
  if (!(await UserModel.exists(filter).session(session))) return;
  throw conflict('already_resident', 'This person has a residence in the unit already. No invite is needed.');
}
