import { newInvite } from '@pas/shared/invites/new-invite';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { Delivery, InviteRow } from '@pas/shared/models/invite';
import type { UnitRow } from '@pas/shared/models/unit';
import type { DemoPerson } from './people.ts';

const ttlHours = 168;
const hourMs = 3_600_000;

/** What makes invites: who invites, from when on, and how the links are derived. */
export interface InviteMaker {
  /** Its `now` is when the invite is created. */
  ctx: OperationContext;
  links: InviteLinks;
}

/** The e-mail of an invite, an hour after its making. */
function sentDelivery(invite: InviteRow, status: Delivery['status']): Partial<InviteRow> {
  const at = new Date(invite.createdAt.getTime() + hourMs);
  const delivery: Delivery = {
    id: newId('delivery'),
    channel: 'EMAIL',
    to: invite.inviteeEmail ?? '',
    status,
    error: null,
    providerMessageId: null,
    tokenVersion: 1,
    at,
  };
  return { deliveries: [delivery], lastSentAt: at, sendCount: 1 };
}

/** An invite that nobody has sent yet. */
export function pendingInvite({ ctx, links }: InviteMaker, unit: UnitRow, person: DemoPerson): InviteRow {
  const { email, phone, firstName, lastName } = person;
  const invitee = { email, phone, name: `${firstName} ${lastName}`, contactKey: emailKey(email) };
  return newInvite(ctx, links, { unit, invitee, ttlHours, createdBy: actorOf(ctx) });
}

/** An invite that waits in its recipient's mailbox. */
export function sentInvite(maker: InviteMaker, unit: UnitRow, person: DemoPerson): InviteRow {
  const invite = pendingInvite(maker, unit, person);
  return { ...invite, ...sentDelivery(invite, 'SENT') };
}

/** An invite that came to nothing, for one of the three reasons. */
export function expiredInvite(
  maker: InviteMaker,
  invited: { unit: UnitRow; person: DemoPerson },
  reason: NonNullable<InviteRow['expiredReason']>,
): InviteRow {
  const invite = sentInvite(maker, invited.unit, invited.person);
  const endedAt = reason === 'TTL' ? invite.expiresAt : new Date(invite.createdAt.getTime() + 24 * hourMs);
  return {
    ...invite,
    status: 'EXPIRED',
    expiredReason: reason,
    pendingKey: null,
    revokedAt: reason === 'REVOKED' ? endedAt : null,
    updatedAt: endedAt,
    version: 2,
  };
}

/** The invite by which a resident came. */
export function acceptedInvite(
  maker: InviteMaker,
  invited: { unit: UnitRow; person: DemoPerson },
  accepted: { userId: string; acceptedAt: Date },
): InviteRow {
  const invite = sentInvite(maker, invited.unit, invited.person);
  const { userId, acceptedAt } = accepted;
  return {
    ...invite,
    status: 'ACCEPTED',
    pendingKey: null,
    previewedAt: acceptedAt,
    acceptedAt,
    acceptedUserId: userId,
    updatedAt: acceptedAt,
    version: 2,
  };
}
