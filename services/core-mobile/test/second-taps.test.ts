import { AccessEventModel } from '@pas/shared/models/access-event';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { UserModel } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { addDoor, addResident, openBus, startCoreMobile } from './core-mobile-harness.ts';
import { longOpen, unlockSupport } from './unlock-support.ts';

const service = await startCoreMobile();
const { attemptsOf, openHouse, read, unlock } = unlockSupport(service, await openBus('operator'));
const past = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

test('fifty taps at once, each with its own key, make one attempt, one event and one command', async () => {
  const { home, resident, door, controller } = await openHouse(longOpen);
  const tap = (index: number) => unlock(door._id, resident, { 'idempotency-key': `tap ${index}` });
  const answers = await Promise.all(Array.from({ length: 50 }, (_none, index) => tap(index)));
  const [id = '', ...others] = attemptsOf(answers);
  expect(others).toEqual([]);
  expect((await read(id, resident)).body.attempt.status).toBe('SUCCEEDED');
  expect((await unlock(door._id, resident)).body.attempt.id).toBe(id);
  expect(controller.commands).toHaveLength(1);
  expect(await AccessEventModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
  // The door is closed again. A repeated key answers its attempt, and a new request opens.
  await UnlockAttemptModel.updateOne(
    { _id: id, tenantId: home.tenantId },
    { $set: { updatedAt: past(301) } },
  );
  const answered = answers.findIndex(({ status }) => status === 202);
  const repeat = await tap(answered);
  expect([repeat.body.attempt.id, repeat.headers.get('idempotency-replayed')]).toEqual([id, 'true']);
  expect((await unlock(door._id, resident)).body.attempt.id).not.toBe(id);
  await waitUntil(() => controller.commands.length === 2, { what: 'the second command' });
});

test('fifty taps at once without a key make one attempt', async () => {
  const { home, resident, door, controller } = await openHouse(longOpen);
  const answers = await Promise.all(Array.from({ length: 50 }, () => unlock(door._id, resident)));
  const [id = '', ...others] = attemptsOf(answers);
  expect(others).toEqual([]);
  await read(id, resident);
  expect(controller.commands).toHaveLength(1);
  expect(await AccessEventModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
});

test('a tap of another resident, at another door or after a failure is an attempt of its own', async () => {
  const { home, resident, door, controller } = await openHouse();
  const [other, gate] = [await addResident(home), await addDoor(home, { kind: 'GATE' })];
  controller.behave('refuse');
  const first = (await unlock(door._id, resident)).body.attempt;
  await read(first.id, resident);
  const later = [
    await unlock(door._id, resident),
    await unlock(door._id, other),
    await unlock(gate._id, resident),
  ];
  expect(new Set([first.id, ...later.map(({ body }) => body.attempt.id)]).size).toBe(4);
});

test('a second tap gets the attempt of a replica whose clock is half a minute behind', async () => {
  const { home, resident, door, controller } = await openHouse();
  controller.behave('silent');
  const { id } = (await unlock(door._id, resident)).body.attempt;
  const attempt = { _id: id, tenantId: home.tenantId };
  await UnlockAttemptModel.updateOne(attempt, { $set: { expiresAt: past(20) } });
  expect((await unlock(door._id, resident)).body.attempt.id).toBe(id);
  expect(controller.commands).toHaveLength(1);
});

test('404 for the second tap of a person who has lost the right meanwhile', async () => {
  const { home, resident, door, controller } = await openHouse();
  controller.behave('silent');
  expect((await unlock(door._id, resident)).status).toBe(202);
  const filter = { _id: resident.row._id, tenantId: home.tenantId };
  await UserModel.updateOne(filter, { $set: { 'residences.0.endsAt': past(1) } });
  expect((await unlock(door._id, resident)).status).toBe(404);
});
