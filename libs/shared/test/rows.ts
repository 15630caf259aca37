import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { newId } from '@pas/shared/ids/id';
import type { InviteRow } from '@pas/shared/models/invite';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import { newLiveRow, newRow } from '@pas/shared/models/new-row';

const hourMs = 3_600_000;

/** A vacant unit of a tenant, with a label of its own. */
export function unitRow(tenantId: string, fields: Partial<UnitRow> = {}): UnitRow {
  const label = newId('unit');
  return {
    ...newLiveRow({ tenantId, now: new Date() }, 'unit'),
    propertyId: newId('property'),
    label,
    labelKey: label,
    floor: null,
    externalId: null,
    occupancy: 'VACANT',
    searchWords: [],
    childrenEpoch: 0,
    ...fields,
  };
}

/** A resident of a tenant who lives nowhere yet. */
export function userRow(tenantId: string, fields: Partial<UserRow> = {}): UserRow {
  return {
    ...newLiveRow({ tenantId, now: new Date() }, 'user'),
    kind: 'RESIDENT',
    accountId: newId('account'),
    email: null,
    emailKey: null,
    phone: null,
    firstName: null,
    lastName: null,
    status: 'ACTIVE',
    locale: null,
    residences: [],
    searchWords: [],
    ...fields,
  };
}

/** A pending invite to a unit, addressed to nobody. */
export function inviteRow(unit: UnitRow, fields: Partial<InviteRow> = {}): InviteRow {
  const now = new Date();
  const row = newRow({ tenantId: unit.tenantId, now }, 'invite');
  return {
    ...row,
    propertyId: unit.propertyId,
    unitId: unit._id,
    tokenHash: hashInviteToken(row._id),
    pastTokenHashes: [],
    tokenVersion: 1,
    secretVersion: '00000000',
    status: 'PENDING',
    expiredReason: null,
    expiresAt: new Date(now.getTime() + hourMs),
    inviteeEmail: null,
    inviteePhone: null,
    inviteeName: null,
    contactKey: null,
    pendingKey: null,
    createdBy: { type: 'API_KEY', id: newId('apiKey'), name: null },
    lastSentAt: null,
    sendCount: 0,
    previewedAt: null,
    acceptedAt: null,
    acceptedUserId: null,
    revokedAt: null,
    deliveries: [],
    searchWords: [],
    ...fields,
  };
}
