import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { ImportModel } from '@pas/shared/models/import';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import type { Model } from 'mongoose';
import { demoPassage, openedByCall } from './demo-access.ts';
import { demoCall } from './demo-calls.ts';
import { daysBefore } from './demo-context.ts';
import { demoDevices } from './demo-devices.ts';
import { demoImports } from './demo-imports.ts';
import type { Scene } from './demo-scene.ts';
import type { Dice } from './dice.ts';
import { createLocalClock, type LocalClock } from './local-clock.ts';

/** Rows of a tenant to which traffic refers. */
interface Place {
  properties: PropertyRow[];
  users: UserRow[];
  accessPoints: AccessPointRow[];
  virtualNumbers: VirtualNumberRow[];
}

/** Rows of calls and access events. */
interface Traffic {
  calls: CallRow[];
  accessEvents: AccessEventRow[];
}

interface Stage {
  ctx: OperationContext;
  areaCode: string;
  dice: Dice;
  clock: LocalClock;
  place: Place;
  rows: Traffic;
}

const days = 30;
const daysOfQuarantine = 12;
const callsOfUnit = days / 12;
const passagesOfUnit = days / 3;

const times = (count: number): number[] => Array.from({ length: Math.round(count) }, (_, index) => index);

function draw<T>(dice: Dice, rows: readonly T[]): T | undefined {
  return rows[dice.between(0, rows.length - 1)];
}

const livesIn = ({ residences }: UserRow, unitId: string): boolean =>
  residences.some((residence) => residence.unitId === unitId);

/** Adds a visitor's call to a building's number or to a unit's own number. */
function receiveCall(
  stage: Stage,
  residents: readonly UserRow[],
  numbers: readonly VirtualNumberRow[],
): void {
  const { ctx, areaCode, dice, clock, place, rows } = stage;
  const number = draw(dice, numbers);
  const host = draw(dice, residents);
  const unitId = number?.unitId ?? host?.residences[0]?.unitId;
  if (!number || unitId === undefined) return;
  const rung = number.propertyId === null ? [] : residents.filter((resident) => livesIn(resident, unitId));
  const at = clock.draw(dice);
  const call = demoCall(ctx, { at, number, unitId, residents: rung, areaCode }, dice);
  rows.calls.push(call);
  const door = place.accessPoints.find(({ _id }) => _id === number.accessPointId);
  if (call.outcome === 'DOOR_OPENED' && door) rows.accessEvents.push(openedByCall(ctx, call, door));
}

/** Adds the traffic of one building. */
function addTraffic(stage: Stage, property: PropertyRow): void {
  const { ctx, dice, clock, place, rows } = stage;
  const since = daysBefore(ctx.now, days);
  // Excludes later residents, who would open doors before their move-in.
  const residents = place.users.filter(
    ({ residences: [home] }) => home?.propertyId === property._id && home.startsAt < since,
  );
  const numbers = place.virtualNumbers.filter(({ propertyId }) => propertyId === property._id);
  const main = numbers.filter(({ unitId }) => unitId === null);
  const units = place.accessPoints.filter((door) => door.propertyId === property._id && door.kind === 'UNIT');
  for (const _call of times(units.length * callsOfUnit)) {
    receiveCall(stage, residents, dice.chance(0.85) ? main : numbers);
  }
  const shared = place.accessPoints.filter(
    (door) => door.propertyId === property._id && door.kind !== 'UNIT',
  );
  for (const _passage of times(units.length * passagesOfUnit)) {
    const [door, resident, occurredAt] = [draw(dice, shared), draw(dice, residents), clock.draw(dice)];
    if (!door || !resident) continue;
    rows.accessEvents.push(demoPassage(ctx, { door, resident, occurredAt }, dice));
  }
}

async function readPlace(tenantId: string): Promise<Place> {
  const [properties, users, accessPoints, virtualNumbers] = await Promise.all([
    PropertyModel.find({ tenantId }).sort({ name: 1 }).lean<PropertyRow[]>(),
    UserModel.find({ tenantId }).sort({ emailKey: 1 }).lean<UserRow[]>(),
    AccessPointModel.find({ tenantId }).sort({ 'controller.ref': 1 }).lean<AccessPointRow[]>(),
    VirtualNumberModel.find({ tenantId }).sort({ number: 1 }).lean<VirtualNumberRow[]>(),
  ]);
  return { properties, users, accessPoints, virtualNumbers };
}

/** Draws the calls and access events of the last 30 days, in the same order on every run. */
function drawTraffic({ ctx, tenant }: Scene, place: Place, dice: Dice): Traffic {
  const { areaCode, timeZone } = tenant;
  const rows: Traffic = { calls: [], accessEvents: [] };
  const stage = { ctx, areaCode, dice, clock: createLocalClock(timeZone, ctx.now, days), place, rows };
  for (const property of place.properties) addTraffic(stage, property);
  const resting = place.virtualNumbers.filter(({ status }) => status === 'QUARANTINED');
  const sinceRelease = { ...stage, clock: createLocalClock(timeZone, ctx.now, daysOfQuarantine) };
  for (const _call of times(3)) receiveCall(sinceRelease, place.users, resting);
  return rows;
}

/** Rows per transaction. */
const batchSize = 500;

/** Inserts rows without making documents, which would be slow for thousands. */
async function insertInBatches<Row>(model: Model<Row>, rows: readonly Row[]): Promise<void> {
  for (let first = 0; first < rows.length; first += batchSize) {
    const batch = rows.slice(first, first + batchSize) as never[];
    await inTransaction(
      core,
      async (session) => void (await model.insertMany(batch, { session, lean: true })),
    );
  }
}

/** Marks the phones of signed-in residents as verified, so that calls ring them. */
async function verifyPhones(tenantId: string, users: readonly UserRow[]): Promise<void> {
  const signedIn = users.filter(({ kind, status, phone }) => {
    return kind === 'RESIDENT' && status === 'ACTIVE' && phone !== null;
  });
  const writes = signedIn.map(({ _id, phone }) => ({
    updateOne: { filter: { _id, tenantId }, update: { $set: { verifiedPhone: phone } } },
  }));
  if (writes.length > 0) await UserModel.bulkWrite(writes);
}

/** Stores rows of the past that no operation can create: verified phones, devices, calls, access events and imports. */
export async function seedTraffic(scene: Scene, dice: Dice): Promise<void> {
  const { ctx } = scene;
  const place = await readPlace(ctx.tenantId);
  await verifyPhones(ctx.tenantId, place.users);
  await insertInBatches(DeviceModel, demoDevices(ctx, place.users, dice));
  const { calls, accessEvents } = drawTraffic(scene, place, dice);
  await insertInBatches(CallModel, calls);
  await insertInBatches(AccessEventModel, accessEvents);
  await insertInBatches(ImportModel, demoImports(ctx, place.properties));
}
