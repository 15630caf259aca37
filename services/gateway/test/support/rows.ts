import { hashApiKey } from '@pas/shared/api-keys/hash-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey } from '@pas/shared/api-keys/new-api-key';
import { mintControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { newLiveRow } from '@pas/shared/models/new-row';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { tenantRow } from '@pas/testing/rows';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { newUser } from '@pas/shared/models/new-user';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { pepper } from './running-gateway.ts';

const hourMs = 3_600_000;
const inMs = (ms: number): Date => new Date(Date.now() + ms);

/** Adds a customer company. */
export async function addTenant(overrides: Partial<TenantRow> = {}): Promise<TenantRow> {
  const row = tenantRow({ name: 'Harbour Living', ...overrides });
  await TenantModel.insertMany([row]);
  return row;
}

export interface AddedKey {
  key: string;
  row: ApiKeyRow;
  /** The headers of a request with it. */
  headers: { authorization: string };
}

/** Adds a key for DEV and TEST. */
export async function addKey(tenantId: string | null, overrides: Partial<ApiKeyRow> = {}): Promise<AddedKey> {
  const minted = mintApiKey('DEV');
  const facts = {
    tenantId,
    name: 'Night import',
    scopes: ['units:read'],
    environments: ['DEV', 'TEST'],
    // High, so that only the tests of limits reach it.
    rateLimit: { limit: 60_000, windowSeconds: 60 },
    createdBy: { type: 'SYSTEM', id: null, name: null },
    days: 1,
  };
  const row = { ...newApiKey(minted, facts, { pepper, now: new Date() }), ...overrides };
  await ApiKeyModel.insertMany([row]);
  return { key: minted.key, row, headers: { authorization: `Bearer ${minted.key}` } };
}

/** Adds a resident. */
export async function addUser(tenantId: string, overrides: Partial<UserRow> = {}): Promise<UserRow> {
  const ctx = { tenantId, now: new Date() };
  const given = { accountId: newId('account'), firstName: 'Ada', status: 'ACTIVE' as const };
  const row = { ...newUser(ctx, given), ...overrides };
  await UserModel.insertMany([row]);
  return row;
}

/** Adds a resident's open session. */
export async function addSession(user: UserRow, overrides: Partial<SessionRow> = {}): Promise<SessionRow> {
  const _id = newId('session');
  const row: SessionRow = {
    _id,
    accountId: user.accountId ?? '',
    userId: user._id,
    tenantId: user.tenantId,
    refreshTokenHash: _id,
    familyHash: newId('session'),
    replaced: null,
    userAgent: null,
    ip: null,
    createdAt: new Date(),
    lastUsedAt: new Date(),
    idleExpiresAt: inMs(hourMs),
    absoluteExpiresAt: inMs(hourMs),
    revokedAt: null,
    ...overrides,
  };
  await SessionModel.insertMany([row]);
  return row;
}

/** Adds the key of a door's controller. */
export async function addControllerKey(tenantId: string) {
  const { key, publicId } = mintControllerKey();
  const row: ControllerKeyRow = {
    ...newLiveRow({ tenantId, now: new Date() }, 'controllerKey'),
    accessPointId: newId('accessPoint'),
    propertyId: newId('property'),
    publicId,
    secretHash: hashApiKey(key, pepper),
    graceUntil: null,
  };
  await ControllerKeyModel.insertMany([row]);
  return { row, headers: { authorization: `Bearer ${key}` } };
}
