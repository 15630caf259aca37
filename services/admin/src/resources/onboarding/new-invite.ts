import { actorOf } from '@pas/shared/audit/prepare-record';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { hashInviteToken, type InviteLinks } from '@pas/shared/invites/invite-links';
import { newInviteState } from '@pas/shared/invites/transitions';
import type { InviteRow } from '@pas/shared/models/invite';
import { newRow } from '@pas/shared/models/new-row';
import { searchWords } from '@pas/platform/lists/search-words';
import type { PlacedUnit } from './invited-unit.ts';

const hourMs = 3_600_000;

/** The person who is invited, in comparable form. */
export interface Invitee {
  email: string | null;
  /** E.164. */
  phone: string | null;
  name: string | null;
  /** The e-mail's or else the phone's comparable form. */
  contactKey: string | null;
}

interface InviteFacts {
  unit: PlacedUnit;
  invitee: Invitee;
  ttlHours: number;
}

/** Lays out a new PENDING invite, its token derived and only the token's hash kept. */
export function newInvite(
  ctx: OperationContext,
  links: InviteLinks,
  { unit, invitee, ttlHours }: InviteFacts,
): InviteRow {
  const row = newRow(ctx, 'invite');
  const facts = { _id: row._id, tokenVersion: 1, secretVersion: links.secretVersion };
  return {
    ...row,
    ...facts,
    propertyId: unit.propertyId,
    unitId: unit._id,
    tokenHash: hashInviteToken(links.linkOf(facts).token),
    pastTokenHashes: [],
    ...newInviteState,
    expiresAt: new Date(ctx.now.getTime() + ttlHours * hourMs),
    inviteeEmail: invitee.email,
    inviteePhone: invitee.phone,
    inviteeName: invitee.name,
    contactKey: invitee.contactKey,
    pendingKey: invitee.contactKey === null ? null : `${unit._id}|${invitee.contactKey}`,
    createdBy: actorOf(ctx),
    lastSentAt: null,
    sendCount: 0,
    previewedAt: null,
    acceptedAt: null,
    acceptedUserId: null,
    revokedAt: null,
    deliveries: [],
    searchWords: searchWords(invitee.name, invitee.email, invitee.phone),
  };
}
