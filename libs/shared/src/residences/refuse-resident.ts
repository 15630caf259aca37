import { emailKey } from '../contacts/email.ts';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { conflict } from '../errors/raise.ts';
import type { Invitee } from '../invites/new-invite.ts';
import { signedUpUsers, UserModel } from '../models/user.ts';
import { heldResidence } from './held-residence.ts';

/**
 * Ensures, within the change of an invite, that the person has no current or future residence in the unit. The change
 * and the start of a residence both write the unit's row. So if they are concurrent, one retries and sees the other. A
 * resident who has not signed up yet may be invited: the invite is theirs.
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
  const filter = {
    tenantId,
    isLive: true,
    residences: heldResidence({ unitId }, now),
    ...contact,
    ...signedUpUsers(),
  };
  if (!(await UserModel.exists(filter).session(session))) return;
  throw conflict('already_resident', 'This person has a residence in the unit already. No invite is needed.');
}
