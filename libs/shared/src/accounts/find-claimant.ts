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

/** The query of a user by the contact that an invite is addressed to; null where it has none. */
function addressee({ inviteeEmail, inviteePhone }: InviteRow): object | null {
  if (inviteeEmail !== null) return { emailKey: emailKey(inviteeEmail) };
  return inviteePhone === null ? null : { emailKey: null, phone: inviteePhone };
}

/**
 * Finds the resident to whom an invite is addressed, if the property manager has given them the invited unit already,
 * as an import does, and they have no account yet.
 */
async function findAwaited(
  { tenantId, now }: OperationContext,
  { invite }: Claim,
  session: ClientSession,
): Promise<UserRow | null> {
  const contact = addressee(invite);
  if (!contact) return null;
  const home = { unitId: invite.unitId, $or: [{ endsAt: null }, { endsAt: { $gt: now } }] };
  const awaited = { tenantId, kind: 'RESIDENT', isLive: true, accountId: null } as const;
  return UserModel.findOne({ ...awaited, ...contact, residences: { $elemMatch: home } })
    .session(session)
    .lean<UserRow>();
}

/**
 * Finds the live resident of the tenant that a person is already: by the account, else by the e-mail, else by the invite,
 * if it is addressed to a resident who has the unit and no account.
 */
export async function findClaimant(
  ctx: OperationContext,
  claim: Claim,
  session: ClientSession,
): Promise<UserRow | null> {
  const { tenantId } = ctx;
  const { accountId, person } = claim;
  const live = { tenantId, kind: 'RESIDENT', isLive: true } as const;
  const either = [
    { accountId, tenantId },
    { emailKey: emailKey(person.email), tenantId },
  ];
  const found = await UserModel.find({ ...live, $or: either })
    .session(session)
    .lean<UserRow[]>();
  return found.find((user) => user.accountId === accountId) ?? found[0] ?? findAwaited(ctx, claim, session);
}

function accountExists() {
  const message =
    'A person with this e-mail exists here already. Use the e-mail that the invite was sent to.';
  return conflict('account_exists', message, {
    errors: [{ path: 'email', code: 'account_exists', message }],
  });
}

/**
 * Whether the property manager has addressed the invite to the resident's e-mail, or to the phone of one without an
 * e-mail.
 */
const isInvited = ({ emailKey: key, phone }: UserRow, invite: InviteRow): boolean =>
  key === null
    ? invite.inviteeEmail === null && phone !== null && phone === invite.inviteePhone
    : isAddressedTo(invite, key);

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
