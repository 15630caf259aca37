import { core } from '@pas/platform/mongo/connections';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { accessPassRow, accessPointRow } from '@pas/testing/rows';
import { simulateDoor } from '@pas/testing/test-door';
import { expect, onTestFinished, test } from 'vitest';
import {
  addDoor,
  addResident,
  controllerOf,
  newHome,
  openBus,
  startCoreMobile,
} from './core-mobile-harness.ts';
import { openWithPass, typePin } from './pass-support.ts';

const service = await startCoreMobile();
const bus = await openBus('operator');

/** Returns the statements that an operation sends to the environment's database, with their collections. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const note = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: { $db: string } & Record<string, unknown>;
  }): void => {
    if (command.$db === core.name) sent.push(`${commandName} ${String(command[commandName])}`);
    else if (commandName === 'commitTransaction') sent.push(commandName);
  };
  core.getClient().on('commandStarted', note);
  try {
    await work();
  } finally {
    core.getClient().off('commandStarted', note);
  }
  return sent.toSorted((a, b) => a.localeCompare(b));
}

test('an unlock and the wait for its end take nine statements', async () => {
  const home = newHome();
  // The controller reports regularly, so its answer stores nothing at the door.
  const [{ as }, door] = [await addResident(home), await addDoor(home, { lastSeenAt: new Date() })];
  const controller = simulateDoor(bus, door.controller.ref);
  onTestFinished(() => controller.stop());
  await bus.ping();
  // The controller answers after the app starts to wait for the attempt.
  controller.behave('silent');
  const path = `/access/points/${door._id}/unlock`;
  const statements = await statementsOf(async () => {
    const { body } = await service.call<{ attempt: { id: string } }>('POST', path, { as });
    const waiting = service.call<{ attempt: { status: string } }>(
      'GET',
      `/access/attempts/${body.attempt.id}?wait=10`,
      { as },
    );
    while (controller.commands.length === 0) await bus.ping();
    controller.answerAll();
    expect((await waiting).body.attempt.status).toBe('SUCCEEDED');
  });
  expect(statements).toEqual([
    'commitTransaction',
    'find access_points',
    'find unlock_attempts',
    'find unlock_attempts',
    'find users',
    'insert access_events',
    'insert outbox',
    'insert unlock_attempts',
    'update unlock_attempts',
  ]);
});

test('the PIN of a resident’s pass takes eight statements', async () => {
  const { door, pin } = await openWithPass();
  const statements = await statementsOf(async () => {
    expect((await typePin(service, { door, pin })).status).toBe(200);
  });
  expect(statements).toEqual([
    'commitTransaction',
    'find access_passes',
    'find access_points',
    'find password_failures',
    'find users',
    'insert access_events',
    'insert outbox',
    'update access_passes',
  ]);
});

test('fifty doors that come online together take five statements', async () => {
  const home = newHome();
  const doors = Array.from({ length: 50 }, () => accessPointRow(home, { online: false }));
  await AccessPointModel.insertMany(doors);
  const body = { accessPointIds: doors.map(({ _id }) => _id) };
  const as = controllerOf(doors[0] as AccessPointRow);
  const statements = await statementsOf(async () => {
    expect((await service.call('POST', '/access/heartbeat', { as, body })).status).toBe(204);
  });
  expect(statements).toEqual([
    'commitTransaction',
    'find access_points',
    'find access_points',
    'insert outbox',
    'update access_points',
  ]);
});

test('a report of fifty guests with a pass each takes nine statements', async () => {
  const home = newHome();
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const passes = Array.from({ length: 50 }, () =>
    accessPassRow(home, [door._id], { createdBy: { type: 'RESIDENT', id: resident.row._id } }),
  );
  await AccessPassModel.insertMany(passes);
  const occurredAt = new Date().toISOString();
  const entered = { accessPointId: door._id, decision: 'GRANTED', method: 'PIN', occurredAt };
  const events = passes.map(({ _id: passId }) => ({ ...entered, id: passId, passId }));
  const twice = events.slice(0, 1).map((event) => ({ ...event, id: `${event.id}-again` }));
  const as = controllerOf(door);
  const statements = await statementsOf(async () => {
    const body = { events: [...events, ...twice] };
    const answer = await service.call('POST', '/access/events', { as, body });
    expect([answer.status, answer.body]).toMatchObject([202, { accepted: 51 }]);
  });
  expect(statements).toEqual([
    'commitTransaction',
    'find access_events',
    'find access_passes',
    'find access_points',
    'find door_alarms',
    'insert access_events',
    'insert outbox',
    'update access_passes',
    'update access_points',
  ]);
  const { tenantId } = home;
  const counted = await AccessPassModel.find({ tenantId }).sort({ uses: -1 }).lean<AccessPassRow[]>();
  expect(counted.map(({ uses }) => uses)).toEqual([2, ...Array.from({ length: 49 }, () => 1)]);
});
