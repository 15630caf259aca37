import { notEnded } from '@pas/shared/access/end-pass';
import { createPassLinks, hashPassToken } from '@pas/shared/access/pass-links';
import { newId } from '@pas/shared/ids/id';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { newInvite } from '@pas/shared/invites/new-invite';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { CallRow } from '@pas/shared/models/call';
import type { DeviceRow } from '@pas/shared/models/device';
import type { InviteRow } from '@pas/shared/models/invite';
import { newLiveRow, newRow } from '@pas/shared/models/new-row';
import { newTenant } from '@pas/shared/models/new-tenant';
import { newUnit } from '@pas/shared/models/new-unit';
import { newUser } from '@pas/shared/models/new-user';
import type { SessionRow } from '@pas/shared/models/session';
import type { TenantRow } from '@pas/shared/models/tenant';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import type { UserRow } from '@pas/shared/models/user';
import type { Residence } from '@pas/shared/models/user';

/** The link factory of test invites. */
export const testLinks = createInviteLinks(
  ['a secret of the tests, 32 characters long'],
  'http://portal.test',
);

const formerPassSecret = 'a former secret of the tests, 32 long';

/** The factory of links and PINs of test passes, after a rotation of its secret. */
export const testPasses = createPassLinks(
  ['a secret of the tests, 32 characters long', formerPassSecret],
  'http://portal.test',
);

/** The factory of test passes before the rotation. */
export const formerTestPasses = createPassLinks([formerPassSecret], testPasses.portalUrl);

/** Makes a customer company. */
export function tenantRow(fields: Partial<TenantRow> = {}): TenantRow {
  const _id = newId('tenant');
  return newTenant(new Date(), { _id, name: 'Harbor Homes', slug: _id.replaceAll('_', '-'), ...fields });
}

/** Makes a vacant unit of a tenant with a unique label. */
export function unitRow(tenantId: string, fields: Partial<UnitRow> = {}): UnitRow {
  const label = newId('unit');
  const ctx = { tenantId, now: new Date() };
  return newUnit(ctx, { propertyId: newId('property'), label, labelKey: label, ...fields });
}

/** Makes a resident of a tenant who has signed in and has no residence yet. */
export function userRow(tenantId: string, fields: Partial<UserRow> = {}): UserRow {
  const ctx = { tenantId, now: new Date() };
  return newUser(ctx, { accountId: newId('account'), status: 'ACTIVE', ...fields });
}

/** Makes a residence that began long ago. */
export function residenceIn(
  { id: unitId, propertyId }: { id: string; propertyId: string },
  endsAt: Date | null = null,
): Residence {
  const startsAt = new Date('2026-01-01T00:00:00Z');
  const period = { startsAt, endsAt, canceledAt: null, dueAt: null };
  return { id: newId('residence'), unitId, propertyId, role: 'PRIMARY', inviteId: null, ...period };
}

/** Makes a pending invite to a unit without an addressee. */
export function inviteRow(
  unit: Pick<UnitRow, '_id' | 'tenantId' | 'propertyId'>,
  fields: Partial<InviteRow> = {},
): InviteRow {
  const ctx = { tenantId: unit.tenantId, now: new Date() };
  const invitee = { email: null, phone: null, name: null, contactKey: null };
  const createdBy = { type: 'API_KEY' as const, id: newId('apiKey'), name: null };
  return { ...newInvite(ctx, testLinks, { unit, invitee, ttlHours: 1, createdBy }), ...fields };
}

/** A property of a tenant. */
export interface TestPlace {
  tenantId: string;
  propertyId: string;
}

/** Makes a door of a property with a unique controller. */
export function accessPointRow(
  { tenantId, propertyId }: TestPlace,
  fields: Partial<AccessPointRow> = {},
): AccessPointRow {
  return {
    ...newLiveRow({ tenantId, now: new Date() }, 'accessPoint'),
    propertyId,
    unitId: null,
    name: 'Main door',
    kind: 'DOOR',
    controller: { adapter: 'nats', ref: newId('event') },
    openSeconds: 5,
    online: true,
    lastSeenAt: null,
    reportedBy: null,
    childrenEpoch: 0,
    ...fields,
  };
}

/** Makes a device as its app registers it. */
export function deviceRow(tenantId: string, fields: Partial<DeviceRow> = {}): DeviceRow {
  return {
    ...newLiveRow({ tenantId, now: new Date() }, 'device'),
    userId: newId('user'),
    platform: 'IOS',
    provider: 'APNS',
    installationId: null,
    pushToken: 'a-push-token-that-nobody-may-see',
    tokenHash: newId('event'),
    tokenLast6: 'ay-see',
    appVersion: '4.12.0',
    status: 'ACTIVE',
    lastSeenAt: new Date(),
    ...fields,
  };
}

/** Makes a staff member's pass for doors of a property, valid for a day. */
export function accessPassRow(
  { tenantId, propertyId }: TestPlace,
  accessPointIds: string[],
  fields: Partial<AccessPassRow> = {},
): AccessPassRow {
  const now = new Date();
  const live = newLiveRow({ tenantId, now }, 'accessPass');
  const { secretVersion } = testPasses;
  const pass: AccessPassRow = {
    ...live,
    propertyId,
    accessPointIds,
    kind: 'GUEST',
    createdBy: { type: 'STAFF', id: newId('user') },
    groupId: null,
    guestName: null,
    holderEmail: null,
    holderEmailKey: null,
    holderPhone: null,
    startsAt: now,
    endsAt: new Date(now.getTime() + 86_400_000),
    weekdays: [],
    timeFrom: null,
    timeTo: null,
    maxUses: null,
    uses: 0,
    secretVersion,
    tokenHash: hashPassToken(testPasses.tokenOf({ _id: live._id, secretVersion })),
    pinCounter: 0,
    pinKeys: [],
    deliveries: [],
    ...notEnded,
    ...fields,
  };
  const pin = testPasses.pinOf(pass);
  return { ...pass, pinKeys: pass.accessPointIds.map((id) => testPasses.pinKeyOf(id, pin, secretVersion)) };
}

/** Makes a call to a home that began a minute ago and ended with an opened door. */
export function callRow(
  { tenantId, propertyId, unitId }: TestPlace & { unitId: string },
  fields: Partial<CallRow> = {},
): CallRow {
  return {
    ...newRow({ tenantId, now: new Date() }, 'call'),
    propertyId,
    unitId,
    virtualNumberId: null,
    dialled: null,
    provider: 'TELEPHONY_A',
    providerCallId: newId('call'),
    direction: 'INBOUND',
    fromNumber: null,
    toNumber: '+12025550100',
    status: 'COMPLETED',
    outcome: 'DOOR_OPENED',
    answeredBy: null,
    startedAt: new Date(Date.now() - 60_000),
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    legs: [],
    flow: null,
    ...fields,
  };
}

/** Makes an attempt to open a door that its controller has confirmed. */
export function unlockAttemptRow(
  { _id, tenantId, propertyId, controller, openSeconds }: AccessPointRow,
  subject: UnlockAttemptRow['subject'],
): UnlockAttemptRow {
  return {
    ...newRow({ tenantId, now: new Date() }, 'unlockAttempt'),
    accessPointId: _id,
    propertyId,
    controller,
    openSeconds,
    subject,
    passId: subject.type === 'VISITOR' ? subject.id : null,
    keys: [],
    holder: newId('user'),
    turn: 1,
    status: 'SUCCEEDED',
    confirmed: true,
    error: null,
    expiresAt: new Date(),
    endedAt: new Date(),
  };
}

/** Makes a new session of a resident. Its refresh token is unknown. */
export function sessionRow({ _id: userId, tenantId, accountId }: UserRow): SessionRow {
  const now = new Date();
  const endsAt = new Date(now.getTime() + 86_400_000);
  return {
    _id: newId('session'),
    accountId: accountId ?? newId('account'),
    userId,
    tenantId,
    refreshTokenHash: newId('event'),
    familyHash: newId('event'),
    replaced: null,
    userAgent: null,
    ip: null,
    createdAt: now,
    lastUsedAt: now,
    idleExpiresAt: endsAt,
    absoluteExpiresAt: endsAt,
    revokedAt: null,
  };
}
