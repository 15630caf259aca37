import { sentFields } from '@pas/platform/http/sent-fields';
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

const unused = { pastTokenHashes: [], tokenVersion: 1, sendCount: 0, resends: [], deliveries: [] };

/** Fields that are null or have a usual value, unless the creator sets them. */
const usual = { ...emptyInvite, role: 'PRIMARY' as const };

/** Fields that follow from the time, the unit, the person and the lifetime. */
type OwnField =
  | keyof ReturnType<typeof newRow>
  | keyof typeof unused
  | keyof typeof newInviteState
  | keyof ReturnType<typeof contactFields>
  | keyof ReturnType<typeof tokenOf>
  | 'propertyId'
  | 'unitId'
  | 'expiresAt';

type InviteFacts = Pick<InviteRow, 'createdBy' | 'ttlHours'> & {
  unit: Pick<UnitRow, '_id' | 'propertyId'>;
  invitee: Invitee;
} & { [K in Exclude<keyof typeof usual, OwnField>]?: InviteRow[K] | undefined };

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

const contactFields = (unitId: string, { email, phone, name, contactKey }: Invitee) => ({
  inviteeEmail: email,
  inviteePhone: phone,
  inviteeName: name,
  contactKey,
  pendingKey: pendingKeyOf(unitId, contactKey),
});

/**
 * Makes the row of a PENDING invite. It derives the token and stores only its hash.
 *
 * @param links null in a program that must not know tokens. The first process that shows or sends the link derives the token.
 */
export function newInvite(
  ctx: RowContext,
  links: InviteLinks | null,
  { unit, invitee, ...given }: InviteFacts,
): InviteRow {
  const row = newRow(ctx, 'invite');
  return {
    ...usual,
    ...sentFields(given),
    ...unused,
    ...row,
    ...tokenOf(row._id, links),
    ...contactFields(unit._id, invitee),
    propertyId: unit.propertyId,
    unitId: unit._id,
    ...newInviteState,
    expiresAt: new Date(tenantNow(ctx).getTime() + given.ttlHours * hourMs),
  };
}
