import { opened } from '@pas/shared/access/end-attempt';
import type { SendCommand } from '@pas/shared/access/execute-attempt';
import { commandLimits } from '@pas/shared/access/waiting-commands';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import type { Principal } from '@pas/shared/principal/principal';
import { simulateDoor } from '@pas/testing/test-door';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, onTestFinished, test } from 'vitest';
import {
  addDoor,
  addResident,
  newHome,
  openBus,
  startCoreMobile,
  type TestResident,
} from './core-mobile-harness.ts';

/** Controllers that answer on the test's signal, not by time, so that a busy machine has no effect. */
const silence = Promise.withResolvers<void>();
const silent: SendCommand = async () => silence.promise.then(() => opened);

const service = await startCoreMobile({ adapters: { http: silent } });
const bus = await openBus('operator');

interface Answer {
  attempt: { id: string; status: string };
  code?: string;
}

async function openSilentBuilding() {
  const home = newHome();
  const residents: TestResident[] = [];
  while (residents.length < 76) residents.push(await addResident(home));
  const controller = (index: number) => ({ adapter: 'http' as const, ref: `${newId('event')}-${index}` });
  const doors = await Promise.all(
    Array.from({ length: 4 }, (_, index) => addDoor(home, { controller: controller(index) })),
  );
  return { ...home, residents, doors };
}

/** Adds a door of another tenant whose controller answers. */
async function openAnsweringDoor() {
  const home = newHome();
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const controller = simulateDoor(bus, door.controller.ref);
  onTestFinished(() => controller.stop());
  await bus.ping();
  return { as: resident.as, door };
}

const unlock = (door: AccessPointRow | undefined, as: Principal | null = null) =>
  service.call<Answer>('POST', `/access/points/${door?._id}/unlock`, { as });

test('a tenant has at most 256 commands for silent doors, and the door of another tenant opens', async () => {
  // Each of four doors gets 75 commands, one per person, so that only the tenant's share is exceeded.
  const { tenantId, residents, doors } = await openSilentBuilding();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => unlock(doors[index % 4], residents[Math.floor(index / 4)]?.as)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(202), count(429)]).toEqual([commandLimits.all / 2, 300 - commandLimits.all / 2]);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['rate_limited', '1']);
  // A refused command stores no rows.
  expect(await UnlockAttemptModel.countDocuments({ tenantId })).toBe(count(202));
  expect(await AccessEventModel.countDocuments({ tenantId })).toBe(count(202));

  const other = await openAnsweringDoor();
  const { status, body } = await unlock(other.door, other.as);
  expect(status).toBe(202);
  const path = `/access/attempts/${body.attempt.id}?wait=10`;
  expect((await service.call<Answer>('GET', path, { as: other.as })).body.attempt.status).toBe('SUCCEEDED');

  // Answers of the controllers release their permits.
  expect((await unlock(doors[0], residents[75]?.as)).status).toBe(429);
  silence.resolve();
  const opensAgain = async () => (await unlock(doors[0], residents[75]?.as)).status === 202;
  await waitUntil(opensAgain, { what: 'a free place' });
});
