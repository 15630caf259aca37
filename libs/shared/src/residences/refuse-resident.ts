import { emailKey } from '../contacts/email.ts';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { conflict } from '../errors/raise.ts';
import type { Invitee } from '../invites/new-invite.ts';
import { signedUpUsers, UserModel, type UserRow } from '../models/user.ts';
import { heldResidence } from './held-residence.ts';

/**
 * Ensures, within the change of an invite, that the person has no current or future residence in the unit. A resident
 * who has never signed up may be invited. The change and the start of a residence both write the unit's row. So if they
 * are concurrent, one retries and sees the other.
 *
 * @throws conflict (`already_resident`)
 */
export async function refuseResident(
  ctx: OperationContext,
  { session }: Change,
  { unitId, invitee: { email, phone } }: { unitId: string; invitee: Pick<Invitee, 'email' | 'phone'> },
): Promise<void> {
  if (email === null && phone === null) return;
  const { tenantId } = ctx;
  const contact = email === null ? { phone } : { emailKey: emailKey(email) };
  const home = { residences: heldResidence({ unitId }, ctx) };
  const filter = { tenantId, isLive: true, ...home, ...contact, ...signedUpUsers() };
  const resident = await UserModel.findOne(filter, { status: 1 })
    .session(session)
    .lean<Pick<UserRow, 'status'>>();
  if (!resident) return;
  throw conflict(
    'already_resident',
    resident.status === 'DISABLED'
      ? 'This person has a residence in the unit, and is disabled. Set the status to ACTIVE instead.'
      : 'This person has a residence in the unit already. No invite is needed.',
  );
}
