import { newInvite } from '@pas/shared/invites/new-invite';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { AccountRow } from '@pas/shared/models/account';
import type { InviteRow } from '@pas/shared/models/invite';
import { newUser } from '@pas/shared/models/new-user';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import { newDemoAccount } from '../demo-account.ts';
import type { DemoPerson } from '../people.ts';

/** A person and their unit, or the unit of their invite. */
interface PersonInUnit {
  person: DemoPerson;
  unit: UnitRow;
}

/** Builds a resident from the context's time on, with an account after a sign-in. */
export function newResident(
  ctx: OperationContext,
  { person, unit }: PersonInUnit,
  hasSignedIn: boolean,
): { user: UserRow; account: AccountRow | null } {
  const account = hasSignedIn ? newDemoAccount(person.email, ctx.now) : null;
  const { _id: unitId, propertyId } = unit;
  const residence = { id: newId('residence'), unitId, propertyId, role: 'PRIMARY' as const };
  const user = newUser(ctx, {
    ...person,
    accountId: account?._id ?? null,
    status: hasSignedIn ? 'ACTIVE' : 'INVITED',
    locale: 'en-US',
    residences: [
      { ...residence, startsAt: ctx.now, endsAt: null, canceledAt: null, inviteId: null, dueAt: null },
    ],
  });
  return { user, account };
}

/** Builds an invite of the context's time that was sent by e-mail. */
export function newSentInvite(
  ctx: OperationContext,
  links: InviteLinks,
  { person, unit }: PersonInUnit,
): InviteRow {
  const { email, phone, firstName, lastName } = person;
  const invitee = { email, phone, name: `${firstName} ${lastName}`, contactKey: emailKey(email) };
  const message = {
    channel: 'EMAIL',
    kind: 'INVITE',
    to: email,
    status: 'SENT',
    error: null,
    tokenVersion: 1,
  } as const;
  const delivery = { ...message, id: newId('delivery'), providerMessageId: null, at: ctx.now };
  const invite = newInvite(ctx, links, {
    unit,
    invitee,
    ttlHours: 168,
    createdBy: actorOf(ctx),
  });
  return { ...invite, deliveries: [delivery], lastSentAt: ctx.now, sendCount: 1 };
}

/** Returns the invite as ended at a time. */
export function endInvite(invite: InviteRow, at: Date, how: Partial<InviteRow>): InviteRow {
  return { ...invite, ...how, pendingKey: null, updatedAt: at, version: 2 };
}
