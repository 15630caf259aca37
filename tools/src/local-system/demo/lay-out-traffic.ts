import type { OperationContext } from '@pas/shared/context/operation-context';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { CallRow } from '@pas/shared/models/call';
import type { DeviceRow } from '@pas/shared/models/device';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import type { DemoTenant } from './buildings.ts';
import { demoPassage, openedByCall } from './demo-access.ts';
import { demoCall } from './demo-calls.ts';
import { daysBefore } from './demo-context.ts';
import { demoDevices } from './demo-devices.ts';
import { demoDoors } from './demo-doors.ts';
import { demoNumbers } from './demo-numbers.ts';
import { createDice, type Dice } from './dice.ts';
import { createLocalClock, type LocalClock } from './local-clock.ts';

/** Doors and numbers of a tenant, and what came and went by them. */
export interface TrafficRows {
  accessPoints: AccessPointRow[];
  virtualNumbers: VirtualNumberRow[];
  devices: DeviceRow[];
  calls: CallRow[];
  accessEvents: AccessEventRow[];
}

/** Who lives where. */
interface Homes {
  properties: readonly PropertyRow[];
  units: readonly UnitRow[];
  users: readonly UserRow[];
}

interface Scene {
  ctx: OperationContext;
  areaCode: string;
  dice: Dice;
  clock: LocalClock;
  rows: TrafficRows;
}

const days = 30;
const daysOfQuarantine = 12;
const callsOfUnit = days / 12;
const passagesOfUnit = days / 3;
const unitNumbersOfBuilding = 2;

const times = (count: number): number[] => Array.from({ length: Math.round(count) }, (_, index) => index);

function draw<T>(dice: Dice, rows: readonly T[]): T | undefined {
  return rows[dice.between(0, rows.length - 1)];
}

const livesIn = ({ residences }: UserRow, unitId: string): boolean =>
  residences.some((residence) => residence.unitId === unitId);

/** A visitor calls a building's number and asks for a unit, or calls a unit's own. */
function receiveCall(
  scene: Scene,
  residents: readonly UserRow[],
  numbers: readonly VirtualNumberRow[],
): void {
  const { ctx, areaCode, dice, clock, rows } = scene;
  const number = draw(dice, numbers);
  const host = draw(dice, residents);
  const unitId = number?.unitId ?? host?.residences[0]?.unitId;
  if (!number || unitId === undefined) return;
  const rung = number.propertyId === null ? [] : residents.filter((resident) => livesIn(resident, unitId));
  const at = clock.draw(dice);
  const call = demoCall(ctx, { at, number, unitId, residents: rung, areaCode }, dice);
  rows.calls.push(call);
  const door = rows.accessPoints.find(({ _id }) => _id === number.accessPointId);
  if (call.outcome === 'DOOR_OPENED' && door) rows.accessEvents.push(openedByCall(ctx, call, door));
}

/** What goes on at one building. */
function enliven(scene: Scene, property: PropertyRow, users: readonly UserRow[]): void {
  const { ctx, dice, clock, rows } = scene;
  const since = daysBefore(ctx.now, days);
  // Those who have moved in since would open doors before they lived there.
  const residents = users.filter(
    ({ residences: [home] }) => home?.propertyId === property._id && home.startsAt < since,
  );
  const numbers = rows.virtualNumbers.filter(({ propertyId }) => propertyId === property._id);
  const main = numbers.filter(({ unitId }) => unitId === null);
  const units = rows.accessPoints.filter((door) => door.propertyId === property._id && door.kind === 'UNIT');
  for (const _call of times(units.length * callsOfUnit)) {
    receiveCall(scene, residents, dice.chance(0.85) ? main : numbers);
  }
  const shared = rows.accessPoints.filter((door) => door.propertyId === property._id && door.kind !== 'UNIT');
  for (const _passage of times(units.length * passagesOfUnit)) {
    const [door, resident, occurredAt] = [draw(dice, shared), draw(dice, residents), clock.draw(dice)];
    if (!door || !resident) continue;
    rows.accessEvents.push(demoPassage(ctx, { door, resident, occurredAt }, dice));
  }
}

function unitsOf({ units, users }: Homes, { _id }: PropertyRow): UnitRow[] {
  const livedIn = new Set(users.flatMap(({ residences }) => residences.map(({ unitId }) => unitId)));
  return units.filter((unit) => unit.propertyId === _id && livedIn.has(unit._id));
}

/** Lays out the doors, numbers and phones of a tenant, and the calls and passages of the last thirty days. */
export function layOutTraffic(ctx: OperationContext, tenant: DemoTenant, homes: Homes): TrafficRows {
  const { areaCode, timeZone } = tenant;
  const dice = createDice(Number(areaCode));
  const { properties, units, users } = homes;
  const accessPoints = properties.flatMap((property) =>
    demoDoors(ctx, { property, units: units.filter(({ propertyId }) => propertyId === property._id) }, dice),
  );
  const virtualNumbers = demoNumbers(ctx, {
    areaCode,
    mainDoors: accessPoints.filter(({ kind }) => kind === 'DOOR'),
    units: properties.flatMap((property) => unitsOf(homes, property).slice(0, unitNumbersOfBuilding)),
  });
  const devices = demoDevices(ctx, users, dice);
  const rows: TrafficRows = { accessPoints, virtualNumbers, devices, calls: [], accessEvents: [] };
  const scene = { ctx, areaCode, dice, clock: createLocalClock(timeZone, ctx.now, days), rows };
  for (const property of properties) enliven(scene, property, users);
  const resting = virtualNumbers.filter(({ status }) => status === 'QUARANTINED');
  const sinceRelease = { ...scene, clock: createLocalClock(timeZone, ctx.now, daysOfQuarantine) };
  for (const _call of times(3)) receiveCall(sinceRelease, users, resting);
  return rows;
}
