import { heldProperties } from '@pas/shared/residences/held-properties';
import { holdResident } from '@pas/shared/accounts/hold-resident';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { newLiveRow } from '@pas/shared/models/new-row';
import { auditedDevice } from '@pas/shared/push/audited-device';
import { propertiesOfOwner } from '@pas/shared/push/properties-of-owner';
import { hashPushToken, type PushTokenCipher } from '@pas/shared/push/push-tokens';
import type { RegisterDevice } from './register-device.schema.ts';
import { revokeDevice } from './revoke-device.ts';

/** Maximum number of devices per person. Beyond it, the least recently seen device ends. */
const maxDevices = 20;

/** Precision of `lastSeenAt` in milliseconds. Apps register at each start, mostly without changes. */
const seenEveryMs = 3_600_000;

/** Result of a registration. */
export interface RegisteredDevice {
  device: DeviceRow;
  isNew: boolean;
}

/** A registration with defaults applied. */
interface Registration {
  fields: Pick<DeviceRow, 'platform' | 'provider' | 'tokenHash' | 'tokenLast6'> &
    Partial<Pick<DeviceRow, 'installationId' | 'appVersion'>>;
  /** Push address: the token, or the subscription as JSON. */
  address: string;
}

const defaultPlatforms = { APNS: 'IOS', WEBPUSH: 'WEB', FCM: null } as const;

function readRegistration(input: RegisterDevice): Registration {
  const { provider, platform, installationId, appVersion, token, endpoint = '', keys } = input;
  const tokenOrEndpoint = provider === 'WEBPUSH' ? endpoint : (token ?? '');
  return {
    address: provider === 'WEBPUSH' ? JSON.stringify({ endpoint, keys }) : tokenOrEndpoint,
    fields: {
      provider,
      platform: platform ?? defaultPlatforms[provider],
      tokenHash: hashPushToken(tokenOrEndpoint),
      tokenLast6: tokenOrEndpoint.slice(-6),
      ...(installationId && { installationId }),
      ...(appVersion && { appVersion }),
    },
  };
}

/** Returns whether the stored device matches the registration. */
function isSame(row: DeviceRow, { fields, address }: Registration, tokens: PushTokenCipher): boolean {
  const isEqual = Object.entries(fields).every(([name, value]) => row[name as keyof DeviceRow] === value);
  return isEqual && row.status === 'ACTIVE' && tokens.open(row.pushToken ?? '') === address;
}

/** Finds the live device with this token, for any user and tenant. */
async function findByToken(change: Change, tokenHash: string): Promise<DeviceRow | null> {
  return DeviceModel.findOne({ tokenHash, isLive: true })
    .setOptions({ crossTenant: 'device-by-token' })
    .session(change.session)
    .lean<DeviceRow>();
}

/**
 * Ends another person's device with this token, and records it in the audit of that person's tenant. The record must
 * not show the address or the browser of the new owner, who may be of another tenant.
 */
async function takeOver(ctx: OperationContext, change: Change, device: DeviceRow): Promise<void> {
  const { tenantId } = device;
  const client = { ip: null, userAgent: null };
  await revokeDevice(ctx, change, device);
  const propertyIds = await propertiesOfOwner(device, ctx.now, change.session);
  await commit({ ...ctx, tenantId, client, within: change.transaction }, async (ending) => {
    ending.record({
      action: 'device.revoked',
      targets: [{ type: 'device', id: device._id }],
      actor: { type: 'SYSTEM', id: null, name: 'System' },
      propertyIds,
    });
  });
}

interface DeviceChoice {
  /** Device to update; undefined for a new one. */
  current: DeviceRow | undefined;
  /** Devices that this registration ends. */
  ended: DeviceRow[];
}

/** Chooses the person's devices to update and to end. The installation takes precedence over the token. */
function chooseOwn(mine: readonly DeviceRow[], { fields }: Registration): DeviceChoice {
  const { installationId, tokenHash } = fields;
  const byInstallation = mine.find(
    (row) => installationId !== undefined && row.installationId === installationId,
  );
  const byToken = mine.find((row) => row.tokenHash === tokenHash);
  const current = byInstallation ?? byToken;
  const doubled = byToken && byToken !== current ? [byToken] : [];
  const oldest = mine.toSorted((a, b) => Number(a.lastSeenAt) - Number(b.lastSeenAt));
  return {
    current,
    ended: [...doubled, ...(current ? [] : oldest.slice(0, Math.max(0, mine.length + 1 - maxDevices)))],
  };
}

async function store(
  ctx: OperationContext,
  change: Change,
  { device, isNew }: RegisteredDevice,
): Promise<void> {
  if (isNew) return insertRows(DeviceModel, [device], change.session);
  const filter = { _id: device._id, tenantId: ctx.tenantId, isLive: true };
  await DeviceModel.updateOne(filter, { $set: device }, { session: change.session });
}

interface RegistrationRequest {
  registration: Registration;
  tokens: PushTokenCipher;
}

async function register(
  ctx: OperationContext,
  change: Change,
  request: RegistrationRequest,
): Promise<RegisteredDevice> {
  const { registration, tokens } = request;
  const { tenantId, now } = ctx;
  const person = await holdResident(ctx, change);
  const filter = { tenantId, userId: person._id, isLive: true };
  const mine = await DeviceModel.find(filter).session(change.session).lean<DeviceRow[]>();
  const { current, ended } = chooseOwn(mine, registration);
  if (current && isSame(current, registration, tokens)) return { device: current, isNew: false };
  const holder = await findByToken(change, registration.fields.tokenHash);
  if (holder && holder.userId !== person._id) await takeOver(ctx, change, holder);
  for (const device of ended) await revokeDevice(ctx, change, device);
  const base = current
    ? { ...current, updatedAt: now, version: current.version + 1 }
    : { ...newLiveRow(ctx, 'device'), userId: person._id, installationId: null, appVersion: null };
  const pushToken = tokens.seal(registration.address);
  const device = { ...base, ...registration.fields, pushToken, status: 'ACTIVE' as const, lastSeenAt: now };
  const registered = { device, isNew: current === undefined };
  await store(ctx, change, registered);
  change.record({
    action: current ? 'device.updated' : 'device.registered',
    targets: [device, ...ended].map(({ _id: id }) => ({ type: 'device', id })),
    changes: fieldChanges(current ?? null, device, auditedDevice),
    propertyIds: heldProperties(person, ctx),
  });
  return registered;
}

/** Finds the device when nothing changed since its last registration, by two reads and without a transaction. */
async function findUnchanged(
  ctx: OperationContext,
  { registration, tokens }: RegistrationRequest,
): Promise<DeviceRow | null> {
  const { tenantId, now } = ctx;
  const person = await loadResident(ctx);
  const filter = { tenantId, userId: person._id, isLive: true, tokenHash: registration.fields.tokenHash };
  const row = await DeviceModel.findOne(filter).lean<DeviceRow>();
  if (!row || !isSame(row, registration, tokens)) return null;
  if (now.getTime() - row.lastSeenAt.getTime() < seenEveryMs) return row;
  await DeviceModel.updateOne({ _id: row._id, tenantId, isLive: true }, { $set: { lastSeenAt: now } });
  return { ...row, lastSeenAt: now };
}

/**
 * Registers or updates a device of the signed-in resident, found by its installation or else its token. A token belongs
 * to one person at a time: another person's device with this token ends.
 *
 * @throws unauthenticated, forbidden when the resident is disabled or FORMER
 */
export async function registerDevice(
  ctx: OperationContext,
  tokens: PushTokenCipher,
  input: RegisterDevice,
): Promise<RegisteredDevice> {
  const request = { registration: readRegistration(input), tokens };
  const unchanged = await findUnchanged(ctx, request);
  if (unchanged) return { device: unchanged, isNew: false };
  return commit(ctx, async (change) =>
    register(ctx, change, request).catch((error: unknown) => {
      throw isDuplicateIn(error, ['tokenHash', 'installationId'])
        ? new RunAgain('Another request is registering this device. Try again.')
        : error;
    }),
  );
}
