import type { OperationContext } from '@pas/shared/context/operation-context';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { findVirtualNumbers } from '@pas/shared/models/find-virtual-numbers';
import type { PhoneFields } from '@pas/shared/models/ringing-phone';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { currentResidenceOf, isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';
import type { Home } from './plan-legs.ts';

type Resident = PhoneFields & Pick<UserRow, '_id' | 'callSettings' | 'residences'>;

/** Finds the residents with an active device. */
async function findReachable(tenantId: string, residents: readonly Resident[]): Promise<Set<string>> {
  if (residents.length === 0) return new Set();
  const userId = { $in: residents.map(({ _id }) => _id) };
  const filter = { tenantId, userId, isLive: true, status: 'ACTIVE' as const };
  const devices = await DeviceModel.find(filter, { userId: 1 }).lean<Pick<DeviceRow, 'userId'>[]>();
  return new Set(devices.map((device) => device.userId));
}

/** The age up to which attempts are loaded: longer than a visitor takes to name a unit, in milliseconds. */
const recentMs = 600_000;

/** Finds the recent door attempts of residents. They are known by id, because the clocks of services differ. */
async function findAttempts({ tenantId, now }: OperationContext, userIds: Set<string>): Promise<string[]> {
  if (userIds.size === 0) return [];
  const createdAt = { $gte: new Date(now.getTime() - recentMs) };
  const filter = { tenantId, 'subject.id': { $in: [...userIds] }, createdAt };
  const rows = await UnlockAttemptModel.find(filter, { _id: 1 }).lean<Pick<UnlockAttemptRow, '_id'>[]>();
  return rows.map(({ _id }) => _id);
}

/** Loads the residents of a unit, in the order in which they moved in. */
export async function loadHome(ctx: OperationContext, unitId: string): Promise<Home> {
  const { tenantId } = ctx;
  const filter = {
    tenantId,
    isLive: true,
    status: { $in: ['INVITED' as const, 'ACTIVE' as const] },
    residences: currentResidenceOf(unitId, ctx),
  };
  const fields = { phone: 1, verifiedPhone: 1, claimedPhone: 1, callSettings: 1, residences: 1 };
  const users = await UserModel.find(filter, fields).lean<Resident[]>();
  const since = ({ residences }: Resident): number =>
    Math.min(
      ...residences
        .filter((residence) => residence.unitId === unitId && isCurrent(residence, ctx))
        .map(({ startsAt }) => startsAt.getTime()),
    );
  const inOrder = users.toSorted((a, b) => since(a) - since(b) || (a._id < b._id ? -1 : 1));
  const [reachable, virtual] = await Promise.all([
    findReachable(tenantId, users),
    findVirtualNumbers(users.map(({ phone }) => phone)),
  ]);
  const residents = inOrder.map((user) => ({
    ...user,
    hasDevice: reachable.has(user._id),
    hasVirtualPhone: user.phone !== null && virtual.has(user.phone),
  }));
  return { unitId, residents, attempts: await findAttempts(ctx, reachable) };
}

/** Finds the unit with a dial code; null without one. */
async function findByCode(tenantId: string, propertyId: string, dialCode: string): Promise<string | null> {
  const unit = await UnitModel.findOne({ tenantId, propertyId, dialCode, isLive: true }, { _id: 1 }).lean();
  return unit?._id ?? null;
}

/**
 * Finds the one unit whose label contains just these digits, such as `7C` for 7. Null for no or several units. It
 * ignores the suffix that a migration added to a key.
 */
async function findByLabel(tenantId: string, propertyId: string, digits: string): Promise<string | null> {
  const labelKey = new RegExp(`^\\D*${digits.split('').join('\\D*')}\\D*(?:~\\d+)?$`);
  const filter = { tenantId, propertyId, isLive: true, labelKey };
  const units = await UnitModel.find(filter, { _id: 1 }).limit(2).lean<Pick<UnitRow, '_id'>[]>();
  return units.length === 1 ? (units[0]?._id ?? null) : null;
}

/**
 * Finds the home for a visitor's digits: the unit with this dial code. Without one, it is the one unit whose label has
 * just these digits. Null for no or several units.
 */
export async function findHome(
  ctx: OperationContext,
  propertyId: string | null,
  digits: string,
): Promise<Home | null> {
  if (propertyId === null) return null;
  const { tenantId } = ctx;
  const unitId =
    (await findByCode(tenantId, propertyId, digits)) ?? (await findByLabel(tenantId, propertyId, digits));
  return unitId === null ? null : loadHome(ctx, unitId);
}
