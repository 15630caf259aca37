import type { OperationContext } from '@pas/shared/context/operation-context';
import { tenantNow, type TenantMoment } from '@pas/shared/context/tenant-now';
import { pendingAt } from '@pas/shared/invites/transitions';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { isQuietAt } from '@pas/shared/models/call-settings';
import { findVirtualNumbers } from '@pas/shared/models/find-virtual-numbers';
import type { PropertyRow } from '@pas/shared/models/property';
import { isPhoneRung, type PhoneFields } from '@pas/shared/models/ringing-phone';
import { currentResidenceIn, isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';
import type { UnitRow } from '@pas/shared/models/unit';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import type { UnitFacts } from './check-unit.ts';

/** Rows in one answer of the store: usually all people of a building. */
export const answerSize = 5000;

/** Scope of a check: all units of a property, or one of them. */
interface Place {
  propertyId: string;
  /** Null for all units. */
  unitId: string | null;
  /** IANA, of the property. */
  timeZone: string;
}

/** Scope of a check in several properties. */
interface Places {
  properties: readonly Pick<PropertyRow, '_id' | 'timeZone'>[];
  /** Null for all units. */
  unitId: string | null;
  /** Whether only `ready` of each unit matters. Facts that cannot change it are not read. */
  isOutcomeOnly?: boolean;
}

type CheckedUnit = Pick<UnitRow, '_id' | 'dialCode'>;
type Numbers = readonly Pick<VirtualNumberRow, 'propertyId' | 'unitId' | 'accessPointId'>[];
type Doors = readonly Pick<AccessPointRow, '_id' | 'propertyId' | 'kind' | 'name' | 'online'>[];
type Home = Pick<UserRow['residences'][number], 'unitId' | 'startsAt' | 'endsAt'>;
type Residents = readonly (PhoneFields &
  Pick<UserRow, '_id' | 'callSettings'> & { residences: readonly Home[] })[];

/** Groups the residents by unit. */
function byUnit(users: Residents, at: TenantMoment): Map<string, Residents> {
  const homes = users.flatMap((user) => {
    const current = user.residences.filter((residence) => isCurrent(residence, at));
    return [...new Set(current.map(({ unitId }) => unitId))].map((unitId) => ({ unitId, user }));
  });
  const groups = Map.groupBy(homes, ({ unitId }) => unitId);
  return new Map([...groups].map(([unitId, own]) => [unitId, own.map(({ user }) => user)]));
}

/** Returns the condition on the properties of a check. */
const inProperties = ({ properties }: Places) => ({ $in: properties.map(({ _id }) => _id) });

/** Finds the assigned numbers that take calls. */
function findNumbers({ tenantId }: OperationContext, places: Places): Promise<Numbers> {
  const { unitId } = places;
  const where = unitId === null ? {} : { unitId: { $in: [unitId, null] } };
  const filter = {
    tenantId,
    propertyId: inProperties(places),
    status: 'ASSIGNED' as const,
    capabilities: 'VOICE' as const,
    ...where,
  };
  const shown = { propertyId: 1, unitId: 1, accessPointId: 1 };
  return VirtualNumberModel.find(filter, shown).sort({ _id: 1 }).lean<Numbers>();
}

/** The parts of residences that determine whether one is current in a unit. */
const shownOfHomes = { 'residences.unitId': 1, 'residences.startsAt': 1, 'residences.endsAt': 1 };

function findResidents(ctx: OperationContext, places: Places): Promise<Residents> {
  const { unitId } = places;
  const where = unitId === null ? { propertyId: inProperties(places) } : { unitId };
  const residences = currentResidenceIn(where, ctx);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    status: { $in: ['INVITED' as const, 'ACTIVE' as const] },
    residences,
  };
  const shown = { phone: 1, verifiedPhone: 1, claimedPhone: 1, callSettings: 1, ...shownOfHomes };
  return UserModel.find(filter, shown).batchSize(answerSize).lean<Residents>();
}

/** The index of the devices of users. Others have the devices of all tenants. */
const byUser = { tenantId: 1, userId: 1, createdAt: -1, _id: -1 } as const;

/** Finds the users with a device that calls ring. */
async function findOwners({ tenantId }: OperationContext, users: Residents): Promise<Set<string>> {
  const userId = { $in: users.map(({ _id }) => _id) };
  const filter = { tenantId, userId, isLive: true, status: 'ACTIVE' as const };
  const devices = await DeviceModel.find(filter, { userId: 1 })
    .hint(byUser)
    .batchSize(answerSize)
    .lean<Pick<DeviceRow, 'userId'>[]>();
  return new Set(devices.map((device) => device.userId));
}

/** Finds the users who have quiet hours at the moment. */
const findQuiet = (users: Residents, timeZone: string, now: Date): Set<string> =>
  new Set(
    users
      .filter(({ callSettings }) => callSettings && isQuietAt(callSettings, timeZone, now))
      .map(({ _id }) => _id),
  );

/** Counts the open invites by unit. */
async function countInvites(
  { tenantId, now }: OperationContext,
  places: Places,
): Promise<Map<string, number>> {
  const { unitId } = places;
  const where = unitId === null ? { propertyId: inProperties(places) } : { unitId };
  const filter = { tenantId, ...where, ...pendingAt({ tenantId, now }) };
  const invites = await InviteModel.find(filter, { unitId: 1 }).lean<Pick<InviteRow, 'unitId'>[]>();
  const counts = new Map<string, number>();
  for (const invite of invites) counts.set(invite.unitId, (counts.get(invite.unitId) ?? 0) + 1);
  return counts;
}

/** Returns the properties where a call can reach a door: the others have no unit that is ready. */
const reachable = ({ properties }: Places, numbers: Numbers, doors: Doors): Places['properties'] => {
  const withNumber = new Set(numbers.map(({ propertyId }) => propertyId));
  const withDoor = new Set(doors.filter(({ online }) => online).map(({ propertyId }) => propertyId));
  return properties.filter(({ _id }) => withNumber.has(_id) && withDoor.has(_id));
};

interface People {
  users: Residents;
  withDevice: ReadonlySet<string>;
  virtualPhones: ReadonlySet<string>;
}

const noPeople: People = { users: [], withDevice: new Set(), virtualPhones: new Set() };

/**
 * Reads the residents, their devices and phones. A unit is ready by a phone or by a device. So if only that matters,
 * devices are looked up for residents without a phone that rings.
 */
async function readPeople(ctx: OperationContext, places: Places): Promise<People> {
  const users = await findResidents(ctx, places);
  const virtualPhones = await findVirtualNumbers(users.map(({ phone }) => phone));
  const asked = places.isOutcomeOnly ? users.filter((user) => !isPhoneRung(user, virtualPhones)) : users;
  const withDevice = asked.length === 0 ? new Set<string>() : await findOwners(ctx, asked);
  return { users, withDevice, virtualPhones };
}

/**
 * Reads the facts that decide whether calls to units ring: six statements for any number of properties and units.
 *
 * @returns a function from a unit to its facts
 */
export async function loadFactsIn(
  ctx: OperationContext,
  places: Places,
): Promise<(unit: CheckedUnit & Pick<UnitRow, 'propertyId'>) => UnitFacts> {
  const { tenantId } = ctx;
  const entrances = { tenantId, isLive: true, propertyId: inProperties(places) };
  const shownOfDoors = { propertyId: 1, kind: 1, name: 1, online: 1 };
  const [numbers, doors] = await Promise.all([
    findNumbers(ctx, places),
    AccessPointModel.find(entrances, shownOfDoors).lean<Doors>(),
  ]);
  const properties = places.isOutcomeOnly ? reachable(places, numbers, doors) : places.properties;
  const [people, invites] = await Promise.all([
    properties.length === 0 ? noPeople : readPeople(ctx, { ...places, properties }),
    places.isOutcomeOnly ? new Map<string, number>() : countInvites(ctx, places),
  ]);
  const zones = new Map(places.properties.map(({ _id, timeZone }) => [_id, timeZone]));
  const residentsOf = byUnit(people.users, ctx);
  const doorsOf = Map.groupBy(doors, ({ propertyId }) => propertyId);
  const numberOf = new Map(numbers.map((number) => [number.unitId ?? number.propertyId, number]));
  return ({ _id: unitId, propertyId, dialCode }) => {
    const residents = residentsOf.get(unitId) ?? [];
    return {
      number: numberOf.get(unitId) ?? numberOf.get(propertyId),
      dialCode: dialCode ?? null,
      residents,
      quiet: findQuiet(residents, zones.get(propertyId) ?? 'UTC', tenantNow(ctx)),
      withDevice: people.withDevice,
      virtualPhones: people.virtualPhones,
      doors: doorsOf.get(propertyId) ?? [],
      pendingInvites: invites.get(unitId) ?? 0,
    };
  };
}

/** Reads the facts of the units of one property, as `loadFactsIn`. */
export async function loadFacts(
  ctx: OperationContext,
  { propertyId, timeZone, unitId }: Place,
): Promise<(unit: CheckedUnit) => UnitFacts> {
  const factsOf = await loadFactsIn(ctx, { properties: [{ _id: propertyId, timeZone }], unitId });
  return (unit) => factsOf({ ...unit, propertyId });
}
