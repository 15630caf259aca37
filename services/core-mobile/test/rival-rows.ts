import { newId } from '@pas/shared/ids/id';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import type { Principal } from '@pas/shared/principal/principal';
import type { ForeignRows } from '@pas/testing/route-attacks/foreign-ids';
import type { OwnRows } from '@pas/testing/route-attacks/id-slots';
import { unlockAttemptRow } from '@pas/testing/rows';
import {
  addDevice,
  addDoor,
  addPass,
  addResident,
  controllerOf,
  newHome,
  type TestHome,
  type TestResident,
} from './core-mobile-harness.ts';

const [neighbours, strangers] = ['a neighbour’s', 'another tenant’s resident’s'];

/** Owners whose rows are tried for each kind of id. A new kind needs a line here and a row in `addRows`. */
export const rivalKinds = {
  // A refusal at a neighbour’s door is recorded, so `unlock.test.ts` tests those doors.
  door_: [strangers],
  att_: [neighbours, strangers],
  pass_: [neighbours, strangers],
  dev_: [neighbours, strangers],
};

const otherBuilding = 'another building’s';

/** The same for controllers, which serve the doors of one property. */
export const controllerRivalKinds = { door_: [otherBuilding, strangers] };

const unknownRows: Record<string, string> = {
  door_: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn',
  att_: 'att_01kb3rt9d5e0p8m6q2v7x4hzjn',
  pass_: 'pass_01kb3rt9d5e0p8m6q2v7x4hzjn',
  dev_: 'dev_01kb3rt9d5e0p8m6q2v7x4hzjn',
};

async function addAttempt({ row }: TestResident, door: AccessPointRow): Promise<string> {
  const attempt = unlockAttemptRow(door, { type: 'RESIDENT', id: row._id });
  await UnlockAttemptModel.insertMany([attempt]);
  return attempt._id;
}

/** Adds a resident to a home with a door that the resident has opened. */
async function addRows(home: TestHome): Promise<{ resident: TestResident; rows: Record<string, string> }> {
  const resident = await addResident(home);
  const door = await addDoor(home, { kind: 'UNIT', unitId: home.unitId });
  const pass = await addPass(resident, door._id);
  const att = await addAttempt(resident, door);
  return { resident, rows: { door_: door._id, att_: att, pass_: pass._id, dev_: await addDevice(resident) } };
}

/** The residents of the suite. */
export interface Rivals {
  caller: Principal;
  /** A controller of the caller’s building. */
  controller: Principal;
  controllerRows: (kind: string) => ForeignRows;
  own: OwnRows;
  rows: (kind: string) => ForeignRows;
  /** Adds a resident to another unit of the caller's property. */
  growNextDoor: () => Promise<void>;
  /** Adds a resident of another tenant. */
  growElsewhere: () => Promise<void>;
}

/** Adds a resident, and other residents with rows of their own. */
export async function addRivals(): Promise<Rivals> {
  const home = newHome();
  const nextDoor = (): TestHome => newHome({ ...home, unitId: newId('unit') });
  const me = await addRows(home);
  const sets = {
    [neighbours]: (await addRows(nextDoor())).rows,
    [strangers]: (await addRows(newHome())).rows,
  };
  const { as } = me.resident;
  const controller = controllerOf(home);
  const foreignDoors = {
    [otherBuilding]: (await addDoor({ ...home, propertyId: newId('property') }))._id,
    [strangers]: sets[strangers]?.['door_'] ?? '',
  };
  return {
    caller: as,
    controller,
    controllerRows: (kind) =>
      Object.fromEntries(
        Object.entries(foreignDoors).map(([whose, id]) => [
          whose,
          { as: controller, id, unknown: unknownRows[kind] ?? '' },
        ]),
      ),
    own: me.rows,
    rows: (kind) =>
      Object.fromEntries(
        Object.entries(sets).map(([whose, set]) => [
          whose,
          { as, id: set[kind] ?? '', unknown: unknownRows[kind] ?? '' },
        ]),
      ),
    growNextDoor: async () => void (await addRows(nextDoor())),
    growElsewhere: async () => void (await addRows(newHome())),
  };
}
