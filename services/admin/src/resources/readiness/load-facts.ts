import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/transitions';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { isQuietAt } from '@pas/shared/models/call-settings';
import { findVirtualNumbers } from '@pas/shared/models/find-virtual-numbers';
import type { PhoneOf } from '@pas/shared/models/rings-phone';
import { currentResidenceIn, isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';
import type { UnitRow } from '@pas/shared/models/unit';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import type { UnitFacts } from './check-unit.ts';

/** Scope of a check: all units of a property, or one of them. */
interface Place {
  propertyId: string;
  /** Null for all units. */
  unitId: string | null;
  /** IANA, of the property. */
  timeZone: string;
}

type Numbers = readonly Pick<VirtualNumberRow, 'unitId' | 'accessPointId'>[];
type Residents = readonly (PhoneOf & Pick<UserRow, '_id' | 'callSettings' | 'residences'>)[];

/** Groups the residents by unit. */
function byUnit(users: Residents, now: Date): Map<string, Residents> {
  const residents = new Map<string, Residents[number][]>();
  for (const user of users) {
    const units = new Set(
      user.residences.filter((residence) => isCurrent(residence, now)).map(({ unitId }) => unitId),
    );
    for (const unitId of units) residents.set(unitId, [...(residents.get(unitId) ?? []), user]);
  }
  return residents;
}

/** Finds the assigned numbers that take calls. */
function findNumbers({ tenantId }: OperationContext, { propertyId, unitId }: Place): Promise<Numbers> {
  const where = unitId === null ? {} : { unitId: { $in: [unitId, null] } };
  const filter = {
    tenantId,
    propertyId,
    status: 'ASSIGNED' as const,
    capabilities: 'VOICE' as const,
    ...where,
  };
  return VirtualNumberModel.find(filter, { unitId: 1, accessPointId: 1 }).sort({ _id: 1 }).lean<Numbers>();
}

function findResidents(ctx: OperationContext, { propertyId, unitId }: Place): Promise<Residents> {
  const residences = currentResidenceIn(unitId === null ? { propertyId } : { unitId }, ctx.now);
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    status: { $in: ['INVITED' as const, 'ACTIVE' as const] },
    residences,
  };
  const shown = { phone: 1, verifiedPhone: 1, claimedPhone: 1, callSettings: 1, residences: 1 };
  return UserModel.find(filter, shown).lean<Residents>();
}

/** Finds the users with a device that calls ring. */
async function findOwners({ tenantId }: OperationContext, users: Residents): Promise<Set<string>> {
  const userId = { $in: users.map(({ _id }) => _id) };
  const filter = { tenantId, userId, isLive: true, status: 'ACTIVE' as const };
  const devices = await DeviceModel.find(filter, { userId: 1 }).lean<Pick<DeviceRow, 'userId'>[]>();
  return new Set(devices.map((device) => device.userId));
}

/** The users who have quiet hours at the moment. */
const findQuiet = (users: Residents, timeZone: string, now: Date): Set<string> =>
  new Set(
    users
      .filter(({ callSettings }) => callSettings && isQuietAt(callSettings, timeZone, now))
      .map(({ _id }) => _id),
  );

/** Counts the open invites by unit. */
async function countInvites(
  { tenantId, now }: OperationContext,
  { propertyId, unitId }: Place,
): Promise<Map<string, number>> {
  const where = unitId === null ? { propertyId } : { unitId };
  const filter = { tenantId, ...where, ...pendingAt(now) };
  const invites = await InviteModel.find(filter, { unitId: 1 }).lean<Pick<InviteRow, 'unitId'>[]>();
  const counts = new Map<string, number>();
  for (const invite of invites) counts.set(invite.unitId, (counts.get(invite.unitId) ?? 0) + 1);
  return counts;
}

/**
 * Reads the facts that decide whether calls to units ring: six statements for any number of units.
 *
 * @returns a function from a unit to its facts
 */
export async function loadFacts(
  ctx: OperationContext,
  place: Place,
): Promise<(unit: Pick<UnitRow, '_id' | 'dialCode'>) => UnitFacts> {
  const { tenantId } = ctx;
  const { propertyId } = place;
  const entrances = { tenantId, isLive: true, propertyId };
  const [numbers, users, doors, invites] = await Promise.all([
    findNumbers(ctx, place),
    findResidents(ctx, place),
    AccessPointModel.find(entrances, { kind: 1, name: 1, online: 1 }).lean<
      Pick<AccessPointRow, '_id' | 'kind' | 'name' | 'online'>[]
    >(),
    countInvites(ctx, place),
  ]);
  const [withDevice, virtualPhones] = await Promise.all([
    findOwners(ctx, users),
    findVirtualNumbers(users.map(({ phone }) => phone)),
  ]);
  const quiet = findQuiet(users, place.timeZone, ctx.now);
  const residents = byUnit(users, ctx.now);
  const ofUnit = new Map(numbers.map((number) => [number.unitId, number]));
  return ({ _id: unitId, dialCode }) => ({
    number: ofUnit.get(unitId) ?? ofUnit.get(null),
    dialCode: dialCode ?? null,
    residents: residents.get(unitId) ?? [],
    quiet,
    withDevice,
    virtualPhones,
    doors,
    pendingInvites: invites.get(unitId) ?? 0,
  });
}
