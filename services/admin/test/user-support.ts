import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { newLiveRow } from '@pas/shared/models/new-row';
import type { Principal } from '@pas/shared/principal/principal';
import { accessPassRow } from '@pas/testing/rows';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { z } from 'zod';
import type { MoveOutReceipt } from '../src/resources/users/move-out-receipt.schema.ts';
import type { User } from '../src/resources/users/user.schema.ts';

export type UserAnswer = { user: z.output<typeof User> };
export type ReceiptAnswer = { receipt: z.output<typeof MoveOutReceipt> };

/** Creates a user through the API, by default a resident with a unique address. */
export async function addUser(admin: ServiceHarness, as: Principal, fields: object = {}) {
  const body = { kind: 'RESIDENT', email: `${newId('user')}@example.test`, ...fields };
  const answer = await admin.call<UserAnswer>('POST', '/api/admin/users', { as, body });
  return answer.body.user;
}

/** Adds a residence of a user in a unit through the API. */
export async function addHome(
  admin: ServiceHarness,
  as: Principal,
  { userId, ...body }: { userId: string; unitId: string; startsAt?: string; endsAt?: string },
) {
  const answer = await admin.call<UserAnswer>('POST', `/api/admin/users/${userId}/residences`, { as, body });
  return answer.body.user;
}

/** Adds an open session of a user. */
export async function addSession({
  id: userId,
  tenantId,
}: Pick<UserAnswer['user'], 'id' | 'tenantId'>): Promise<string> {
  const now = Date.now();
  const session: SessionRow = {
    _id: newId('session'),
    accountId: newId('account'),
    userId,
    tenantId,
    refreshTokenHash: newId('session'),
    familyHash: newId('session'),
    replaced: null,
    userAgent: null,
    ip: null,
    createdAt: new Date(now),
    lastUsedAt: new Date(now),
    idleExpiresAt: new Date(now + 3_600_000),
    absoluteExpiresAt: new Date(now + 7_200_000),
    revokedAt: null,
  };
  await SessionModel.insertMany([session]);
  return session._id;
}

/** Adds a device of a user that receives push notifications of calls. */
export async function addDevice(
  { id: userId, tenantId }: UserAnswer['user'],
  installationId: string | null = null,
): Promise<string> {
  const tokenHash = newId('device');
  const device: DeviceRow = {
    ...newLiveRow({ tenantId, now: new Date() }, 'device'),
    userId,
    platform: 'IOS',
    provider: 'APNS',
    installationId,
    pushToken: 'a token of a phone',
    tokenHash,
    tokenLast6: 'phone1',
    appVersion: null,
    status: 'ACTIVE',
    lastSeenAt: new Date(),
  };
  await DeviceModel.insertMany([device]);
  return device._id;
}

/** Reads a stored device. */
export async function storedDevice(id: string, tenantId: string): Promise<DeviceRow | null> {
  return DeviceModel.findOne({ _id: id, tenantId }).lean<DeviceRow>();
}

/** Adds a guest pass of a resident for a property. */
export async function addOwnPass(
  { id, tenantId }: Pick<UserAnswer['user'], 'id' | 'tenantId'>,
  propertyId: string,
): Promise<string> {
  const createdBy = { type: 'RESIDENT', id } as const;
  const pass = accessPassRow({ tenantId, propertyId }, [newId('accessPoint')], { createdBy });
  await AccessPassModel.insertMany([pass]);
  return pass._id;
}

/** Whether a pass is live. */
export async function isLivePass(id: string, tenantId: string): Promise<boolean> {
  return (await AccessPassModel.findOne({ _id: id, tenantId }).lean<AccessPassRow>())?.isLive === true;
}

/** Whether a session is open. */
export async function isOpen(sessionId: string): Promise<boolean> {
  return (await SessionModel.findOne({ _id: sessionId }).lean<SessionRow>())?.revokedAt === null;
}

interface SubmittedRecord {
  action: string;
  actor: { type: string; id: string | null; name: string | null };
  targets: { type: string; id: string }[];
  changes: { path: string; before: unknown; after: unknown }[];
  propertyIds: string[];
}

async function envelopesOf(filter: object): Promise<OutboxRow['envelope'][]> {
  const rows = await OutboxModel.find(filter).sort({ _id: 1 }).lean<OutboxRow[]>();
  return rows.map(({ envelope }) => envelope);
}

/** Reads the audit records about an entity, oldest first. */
export async function recordsOf(subject: string): Promise<SubmittedRecord[]> {
  const told = { subject: 'pas.v1.audit.record.submitted', 'envelope.subject': subject };
  return (await envelopesOf(told)).map(({ data }) => data as unknown as SubmittedRecord);
}

/** Returns the events of a user's residences, `started` and `ended`, oldest first. */
export async function residenceEvents(userId: string): Promise<string[]> {
  const told = { subject: /^pas\.v1\.onboarding\.residence\./, 'envelope.data.userId': userId };
  return (await envelopesOf(told)).map(({ type }) => type.slice(type.lastIndexOf('.') + 1));
}

/** Returns a time a number of milliseconds from now, in API form. */
export const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
export const dayMs = 24 * 3_600_000;
