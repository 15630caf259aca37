import { tenantNow } from '../context/tenant-now.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { conflict } from '../errors/raise.ts';
import { isAddressedTo } from '../invites/sent-by-email-only.ts';
import type { InviteRow } from '../models/invite.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { ClientSession } from 'mongoose';
import { residentDisabled } from './load-resident.ts';

/** Facts that decide which user of the tenant a person is and may act as. */
interface Claim {
  invite: InviteRow;
  accountId: string;
  person: { email: string };
  isEmailProven: boolean;
}

/** Returns the query of a user by the contact of an invite; null for an invite without a contact. */
function addressee({ inviteeEmail, inviteePhone }: InviteRow): object | null {
  if (inviteeEmail !== null) return { emailKey: emailKey(inviteeEmail) };
  return inviteePhone === null ? null : { phone: inviteePhone };
}

/**
 * Returns the query of the addressee of an invite who lives in the unit already and has no account yet. Imports make
 * such residents. The list is empty for an invite without a contact.
 */
function awaitedBy(ctx: OperationContext, { invite }: Claim): object[] {
  const contact = addressee(invite);
  const home = { unitId: invite.unitId, $or: [{ endsAt: null }, { endsAt: { $gt: tenantNow(ctx) } }] };
  return contact ? [{ ...contact, accountId: null, residences: { $elemMatch: home } }] : [];
}

/** Chooses the addressee. People of a home may share a phone. Then it means the one without an e-mail. */
function chooseAwaited(found: readonly UserRow[]): UserRow | null {
  const [only = null, ...others] = found;
  return others.length === 0 ? only : (found.find(({ emailKey: key }) => key === null) ?? null);
}

/**
 * Finds a person's existing live resident of the tenant by one statement. The resident of the account comes first,
 * then that of the e-mail, then the addressee of the invite.
 */
export async function findClaimant(
  ctx: OperationContext,
  claim: Claim,
  session: ClientSession,
): Promise<UserRow | null> {
  const { tenantId } = ctx;
  const { accountId, person } = claim;
  const live = { tenantId, kind: 'RESIDENT', isLive: true } as const;
  const key = emailKey(person.email);
  const either = [{ accountId }, { emailKey: key }, ...awaitedBy(ctx, claim)];
  // Only alternatives, so that the store plans each by its own index.
  const found = await UserModel.find({ $or: either.map((each) => ({ ...each, ...live })) })
    .session(session)
    .lean<UserRow[]>();
  return (
    found.find((user) => user.accountId === accountId) ??
    found.find((user) => user.emailKey === key) ??
    chooseAwaited(found)
  );
}

function accountExists() {
  const message =
    'A person with this e-mail exists here already. Use the e-mail that the invite was sent to.';
  return conflict('account_exists', message, {
    errors: [{ path: 'email', code: 'account_exists', message }],
  });
}

/** Whether the invite is addressed to the resident's e-mail, or only to the resident's phone. */
const isInvited = ({ emailKey: key, phone }: UserRow, invite: InviteRow): boolean =>
  invite.inviteeEmail === null
    ? phone !== null && phone === invite.inviteePhone
    : key !== null && isAddressedTo(invite, key);

/**
 * Refuses a person who has not proven to be the found user. An invite's token grants its unit, but not another
 * person's user. The check refuses a user of another account, and a user whose e-mail is unproven. An invite to the
 * user's e-mail confirms that its holder is that user.
 *
 * @throws conflict for another person's e-mail, forbidden for a disabled resident
 */
export function requireClaimable(found: UserRow | null, { accountId, invite, isEmailProven }: Claim): void {
  if (!found) return;
  const isKnown = isEmailProven || isInvited(found, invite);
  const isOwn = found.accountId === accountId || (found.accountId === null && isKnown);
  if (!isOwn) throw accountExists();
  if (found.status === 'DISABLED') throw residentDisabled();
}
