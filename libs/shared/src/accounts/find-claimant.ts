import type { OperationContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { conflict } from '../errors/raise.ts';
import { isAddressedTo } from '../invites/mailed-alone.ts';
import type { InviteRow } from '../models/invite.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { ClientSession } from 'mongoose';
import { residentDisabled } from './load-resident.ts';

/** The facts that decide which user of the tenant a person is, and whether the person may act as that user. */
interface Claim {
  invite: InviteRow;
  accountId: string;
  person: { email: string };
  isEmailProven: boolean;
}

/** Finds the live resident of the tenant that a person is already: by the account, else by the e-mail. */
export async function findClaimant(
  { tenantId }: OperationContext,
  { accountId, person }: Claim,
  session: ClientSession,
): Promise<UserRow | null> {
  const live = { tenantId, kind: 'RESIDENT', isLive: true } as const;
  const either = [
    { accountId, tenantId },
    { emailKey: emailKey(person.email), tenantId },
  ];
  const found = await UserModel.find({ ...live, $or: either })
    .session(session)
    .lean<UserRow[]>();
  return found.find((user) => user.accountId === accountId) ?? found[0] ?? null;
}

function accountExists() {
  const message =
    'A person with this e-mail exists here already. Use the e-mail that the invite was sent to.';
  return conflict('account_exists', message, {
    errors: [{ path: 'email', code: 'account_exists', message }],
  });
}

/** Whether the property manager has addressed the invite to the e-mail of the resident's user. */
const isInvited = ({ emailKey: key }: UserRow, invite: InviteRow): boolean =>
  key !== null && isAddressedTo(invite, key);

/**
 * Refuses to make a person a resident whom they have not proven to be. An invite's token gives the right to its unit,
 * but not to another person's user. A user that is tied to another account is refused, and so is one whose e-mail the
 * person has not proven. If the invite is addressed to the user's e-mail, the property manager has confirmed that its
 * holder is that user.
 *
 * @throws conflict for somebody else's e-mail, forbidden for a disabled resident
 */
export function requireClaimable(found: UserRow | null, { accountId, invite, isEmailProven }: Claim): void {
  if (!found) return;
  const isKnown = isEmailProven || isInvited(found, invite);
  const isOwn = found.accountId === accountId || (found.accountId === null && isKnown);
  if (!isOwn) throw accountExists();
  if (found.status === 'DISABLED') throw residentDisabled();
}
