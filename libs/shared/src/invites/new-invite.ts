import { tenantNow } from '../context/tenant-now.ts';
import { hashInviteToken, type InviteLinks } from './invite-links.ts';
import { newInviteState } from './transitions.ts';
import type { UnitRow } from '../models/unit.ts';
import { emptyInvite, type InviteRow } from '../models/invite.ts';
import { newRow, type RowContext } from '../models/new-row.ts';

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
  locale?: string | null | undefined;
}

/** Returns the unique key of the pending invite of a unit and contact; null without a contact. */
export const pendingKeyOf = (unitId: string, contactKey: string | null): string | null =>
  contactKey === null ? null : `${unitId}|${contactKey}`;

/** Secret version of an invite whose token is not derived yet. */
const withoutSecret = '';

/** Whether the token of an invite is still to be derived (`ensureInviteTokenHashes`). */
export const isWithoutLink = ({ secretVersion }: Pick<InviteRow, 'secretVersion'>): boolean =>
  secretVersion === withoutSecret;

/** Returns the stored fields of the token. Without secrets, the hash is a unique text that matches no token. */
function tokenOf(id: string, links: InviteLinks | null) {
  if (!links) return { secretVersion: withoutSecret, tokenHash: `none:${id}` };
  const { secretVersion } = links;
  const { token } = links.linkOf({ _id: id, tokenVersion: 1, secretVersion });
  return { secretVersion, tokenHash: hashInviteToken(token) };
}

/**
 * Makes the row of a PENDING invite. It derives the token and stores only its hash.
 *
 * @param links null in a program that must not know tokens. The first process that shows or sends the link derives the token.
 */
export function newInvite(
  ctx: RowContext,
  links: InviteLinks | null,
  { unit, invitee, ttlHours, createdBy, role = 'PRIMARY', locale }: InviteFacts,
): InviteRow {
  const row = newRow(ctx, 'invite');
  return {
    ...emptyInvite,
    ...row,
    tokenVersion: 1,
    ...tokenOf(row._id, links),
    propertyId: unit.propertyId,
    unitId: unit._id,
    pastTokenHashes: [],
    ...newInviteState,
    expiresAt: new Date(tenantNow(ctx).getTime() + ttlHours * hourMs),
    inviteeEmail: invitee.email,
    inviteePhone: invitee.phone,
    inviteeName: invitee.name,
    role,
    locale: locale ?? null,
    contactKey: invitee.contactKey,
    pendingKey: pendingKeyOf(unit._id, invitee.contactKey),
    createdBy,
    sendCount: 0,
    ttlHours,
    resends: [],
    deliveries: [],
  };
}
