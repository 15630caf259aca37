import { phoneWords } from '../contacts/phone-search.ts';
import { hashInviteToken, type InviteLinks } from './invite-links.ts';
import { newInviteState } from './transitions.ts';
import type { UnitRow } from '../models/unit.ts';
import type { InviteRow } from '../models/invite.ts';
import { newRow, type RowContext } from '../models/new-row.ts';
import { searchWords } from '@pas/platform/lists/search-words';

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
  unit: Pick<UnitRow, '_id' | 'propertyId'>;
  invitee: Invitee;
  ttlHours: number;
  createdBy: InviteRow['createdBy'];
  /** PRIMARY unless given. */
  role?: InviteRow['role'] | undefined;
  /** The property's unless given. */
  locale?: string | undefined;
}

/** The key that at most one pending invite of a unit and contact has; null without a contact. */
export const pendingKeyOf = (unitId: string, contactKey: string | null): string | null =>
  contactKey === null ? null : `${unitId}|${contactKey}`;

/** Makes the row of a PENDING invite: its token is derived, and only the token's hash is kept. */
export function newInvite(
  ctx: RowContext,
  links: InviteLinks,
  { unit, invitee, ttlHours, createdBy, role = 'PRIMARY', locale }: InviteFacts,
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
    role,
    locale: locale ?? null,
    renewalRequestedAt: null,
    contactKey: invitee.contactKey,
    pendingKey: pendingKeyOf(unit._id, invitee.contactKey),
    createdBy,
    lastSentAt: null,
    remindFrom: null,
    reminderDueAt: null,
    sendCount: 0,
    previewedAt: null,
    acceptedAt: null,
    acceptedUserId: null,
    revokedAt: null,
    ttlHours,
    resends: [],
    deliveries: [],
    searchWords: searchWords(invitee.name, invitee.email, invitee.phone, ...phoneWords(invitee.phone)),
  };
}
