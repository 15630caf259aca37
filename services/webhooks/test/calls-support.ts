import { randomUUID } from 'node:crypto';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import type { SendCommand } from '@pas/shared/access/execute-attempt';
import { opened, type Outcome } from '@pas/shared/access/end-attempt';
import { createLogger } from '@pas/platform/log/logger';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { newProperty } from '@pas/shared/models/new-property';
import { newRow } from '@pas/shared/models/new-row';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { accessPointRow, residenceIn, tenantRow, unitRow, userRow } from '@pas/testing/rows';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';

let numbers = 0;

/** Makes a phone number that no other row of the run has. */
export function nextPhone(): string {
  numbers += 1;
  return `+1202557${String(numbers).padStart(4, '0')}`;
}

const log = createLogger({ service: 'webhooks', environment: 'TEST', level: 'silent' });

/** Doors that count their openings. */
export function countingDoors(outcome: Outcome = opened) {
  const pulses = new Map<string, number>();
  const send: SendCommand = async ({ accessPointId }) => {
    pulses.set(accessPointId, (pulses.get(accessPointId) ?? 0) + 1);
    return outcome;
  };
  const doors = createDoorCommands({ adapters: { nats: send }, log });
  return { doors, pulsesOf: (accessPointId: string) => pulses.get(accessPointId) ?? 0 };
}

/** A building whose number visitors call. */
export interface Building {
  tenantId: string;
  property: PropertyRow;
  unitId: string;
  doorId: string;
  number: string;
  residents: UserRow[];
}

interface BuildingOptions {
  residents?: Partial<UserRow>[];
  property?: Partial<PropertyRow>;
  number?: Partial<VirtualNumberRow>;
  /** The tenant of an earlier building. Default: a new one. */
  tenantId?: string;
}

/** Adds a building with one unit, its residents in order of residence, a door and a number of the unit. */
export async function addBuilding({
  residents = [{}],
  property: ofProperty = {},
  number: ofNumber = {},
  tenantId,
}: BuildingOptions = {}): Promise<Building> {
  const tenant = tenantRow(tenantId === undefined ? {} : { _id: tenantId });
  const ctx = { tenantId: tenant._id, now: new Date() };
  const property = {
    ...newProperty(ctx, { name: 'Harbor View', timeZone: 'America/New_York' }),
    ...ofProperty,
  };
  const unit = unitRow(tenant._id, { propertyId: property._id, label: '4B', labelKey: '4B' });
  const door = accessPointRow({ tenantId: tenant._id, propertyId: property._id });
  const users = residents.map((fields, index) => {
    const phone = nextPhone();
    const home = residenceIn({ id: unit._id, propertyId: property._id });
    const startsAt = new Date(home.startsAt.getTime() + index * 1000);
    const residences = [{ ...home, startsAt }];
    return userRow(tenant._id, { phone, verifiedPhone: phone, residences, ...fields });
  });
  const number = virtualNumberRow(tenant._id, {
    number: nextPhone(),
    status: 'ASSIGNED',
    propertyId: property._id,
    unitId: unit._id,
    accessPointId: door._id,
    assignedAt: ctx.now,
    ...ofNumber,
  });
  await Promise.all([
    tenantId === undefined ? TenantModel.insertMany([tenant]) : null,
    PropertyModel.insertMany([property]),
    UnitModel.insertMany([unit]),
    AccessPointModel.insertMany([door]),
    UserModel.insertMany(users),
    VirtualNumberModel.insertMany([number]),
  ]);
  return {
    tenantId: tenant._id,
    property,
    unitId: unit._id,
    doorId: door._id,
    number: number.number,
    residents: users,
  };
}

/** Gives a resident the app on an active device. */
export async function addApp(
  { _id: userId, tenantId }: Pick<UserRow, '_id' | 'tenantId'>,
  status: 'ACTIVE' | 'STALE' = 'ACTIVE',
): Promise<void> {
  const now = new Date();
  const device = {
    ...newRow({ tenantId, now }, 'device'),
    isLive: true,
    deletedAt: null,
    userId,
    platform: 'IOS' as const,
    provider: 'FCM' as const,
    installationId: null,
    pushToken: 'a-sealed-token',
    tokenHash: randomUUID(),
    tokenLast6: 'token1',
    appVersion: null,
    status,
    lastSeenAt: now,
  };
  await DeviceModel.insertMany([device]);
}

/** Makes a unique id of a call at a provider. */
export const newCallSid = (): string => `CA${randomUUID().replaceAll('-', '')}`;

/** Loads the call with a provider's id. */
export async function callWith(tenantId: string, providerCallId: string): Promise<CallRow | null> {
  return CallModel.findOne({ tenantId, providerCallId }).lean<CallRow>();
}
