import type { UnlockAttempt } from '@pas/shared/access/attempt.schema';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { UserModel } from '@pas/shared/models/user';
import { simulateDoor } from '@pas/testing/test-door';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import {
  addDoor,
  addResident,
  newHome,
  openBus,
  startCoreMobile,
  type TestResident,
} from './core-mobile-harness.ts';

const service = await startCoreMobile();
const bus = await openBus('operator');

type AttemptAnswer = { attempt: z.output<typeof UnlockAttempt> };

const unlock = (id: string, { as }: TestResident, headers = {}) =>
  service.call<AttemptAnswer>('POST', `/access/points/${id}/unlock`, { as, headers });
const read = (id: string, { as }: TestResident, wait = 10) =>
  service.call<AttemptAnswer>('GET', `/access/attempts/${id}?wait=${wait}`, { as });

const past = (seconds = 1): Date => new Date(Date.now() - seconds * 1000);

/** Adds a home with a resident, and the main door of its building with a controller. */
async function openHouse() {
  const home = newHome();
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const controller = simulateDoor(bus, door.controller.ref);
  onTestFinished(() => controller.stop());
  // Ensures that the server has the subscription before a command is sent.
  await bus.ping();
  return { home, resident, door, controller };
}

describe('POST /access/points/{id}/unlock', () => {
  test('202 asks the controller once, and the attempt succeeds when it answers', async () => {
    const { home, resident, door, controller } = await openHouse();
    const { status, body } = await unlock(door._id, resident);
    expect(status).toBe(202);
    const { attempt } = body;
    expect(attempt).toMatchObject({
      status: 'PENDING',
      confirmed: false,
      accessPointId: door._id,
      error: null,
    });
    const ended = await read(attempt.id, resident);
    expect(ended.body.attempt).toMatchObject({ id: attempt.id, status: 'SUCCEEDED', confirmed: true });
    expect(controller.commands).toMatchObject([
      { attemptId: attempt.id, accessPointId: door._id, openSeconds: 5, expiresAt: attempt.expiresAt },
    ]);
    const [event, ...more] = await AccessEventModel.find({ tenantId: home.tenantId }).lean();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      decision: 'GRANTED',
      reason: 'current_residence',
      method: 'APP',
      subject: { type: 'RESIDENT', id: resident.row._id },
      accessPointId: door._id,
      unitId: home.unitId,
      attemptId: attempt.id,
    });
    expect(event?.rules.map(({ name, passed }) => [name, passed])).toEqual([
      ['door_in_service', true],
      ['person_admitted', true],
      ['current_residence', true],
    ]);
    const published = await OutboxModel.find({ 'envelope.subject': door._id }).lean();
    expect(published.map(({ subject }) => subject)).toEqual(['pas.v1.access.point.granted']);
  });

  test('fifty concurrent requests with one Idempotency-Key open the door once', async () => {
    const { home, resident, door, controller } = await openHouse();
    const headers = { 'idempotency-key': 'one tap' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => unlock(door._id, resident, headers)));
    expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
    const again = await unlock(door._id, resident, headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    const ids = new Set(answers.flatMap(({ status, body }) => (status === 202 ? [body.attempt.id] : [])));
    expect([...ids]).toEqual([again.body.attempt.id]);
    expect((await read(again.body.attempt.id, resident)).body.attempt.status).toBe('SUCCEEDED');
    expect(controller.commands).toHaveLength(1);
    expect(await AccessEventModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
  });

  test('fifty taps at once, each with its own key, make one attempt, one event and one command', async () => {
    const { home, resident, door, controller } = await openHouse();
    controller.behave('silent');
    const tap = (index: number) => unlock(door._id, resident, { 'idempotency-key': `tap ${index}` });
    const answers = await Promise.all(Array.from({ length: 50 }, (_none, index) => tap(index)));
    expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
    const [id = '', ...others] = new Set(answers.map(({ body }) => body.attempt.id));
    expect(others).toEqual([]);
    await waitUntil(() => controller.commands.length === 1, { what: 'the command' });
    controller.answerAll();
    expect((await read(id, resident)).body.attempt.status).toBe('SUCCEEDED');
    expect((await unlock(door._id, resident)).body.attempt.id).toBe(id);
    expect(await AccessEventModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
    // The door is closed again. A repeated key answers its attempt, and a new request opens.
    await UnlockAttemptModel.updateOne(
      { _id: id, tenantId: home.tenantId },
      { $set: { updatedAt: past(6) } },
    );
    const repeat = await tap(49);
    expect([repeat.body.attempt.id, repeat.headers.get('idempotency-replayed')]).toEqual([id, 'true']);
    expect((await unlock(door._id, resident)).body.attempt.id).not.toBe(id);
    await waitUntil(() => controller.commands.length === 2, { what: 'the second command' });
  });

  test('fifty taps at once without a key make one attempt', async () => {
    const { home, resident, door, controller } = await openHouse();
    const answers = await Promise.all(Array.from({ length: 50 }, () => unlock(door._id, resident)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.attempt.id}`)).size).toBe(1);
    await read(answers[0]?.body.attempt.id ?? '', resident);
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

  test('404 for the second tap of a person who has lost the right meanwhile', async () => {
    const { home, resident, door, controller } = await openHouse();
    controller.behave('silent');
    expect((await unlock(door._id, resident)).status).toBe(202);
    const filter = { _id: resident.row._id, tenantId: home.tenantId };
    await UserModel.updateOne(filter, { $set: { 'residences.0.endsAt': past() } });
    expect((await unlock(door._id, resident)).status).toBe(404);
  });

  test('the body is part of the request that a key names, and fields that only the service sets are refused', async () => {
    const { resident, door, controller } = await openHouse();
    const path = `/access/points/${door._id}/unlock`;
    const send = (body: unknown, headers = {}) =>
      service.call<AttemptAnswer & { code: string }>('POST', path, { as: resident.as, body, headers });
    const headers = { 'idempotency-key': 'one body' };
    const first = await send({ note: 'front' }, headers);
    expect(first.status).toBe(202);
    expect(await send({ note: 'front' }, headers)).toMatchObject({ status: 202, body: first.body });
    expect(await send({ note: 'back' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    for (const name of ['id', 'tenantId', 'status', 'role'])
      expect(await send({ [name]: 'x' })).toMatchObject({ status: 422, body: { errors: [{ path: name }] } });
    await read(first.body.attempt.id, resident);
    expect(controller.commands).toHaveLength(1);
  });

  test.each([
    ['twice', 'SUCCEEDED', true, null],
    ['refuse', 'FAILED', false, 'refused'],
    ['nonsense', 'FAILED', false, 'invalid_answer'],
  ] as const)('a controller that answers %s: %s', async (behaviour, status, confirmed, error) => {
    const { resident, door, controller } = await openHouse();
    controller.behave(behaviour);
    const { attempt } = (await unlock(door._id, resident)).body;
    const ended = await read(attempt.id, resident);
    expect(ended.body.attempt).toMatchObject({ status, confirmed, error });
    expect(controller.commands).toHaveLength(1);
  });

  test('a silent controller: FAILED after ten seconds, and a repeat with the same key sends nothing more', async () => {
    const { resident, door, controller } = await openHouse();
    controller.behave('silent');
    const headers = { 'idempotency-key': 'patience' };
    const { attempt } = (await unlock(door._id, resident, headers)).body;
    expect((await read(attempt.id, resident, 0)).body.attempt.status).toBe('PENDING');
    let last = (await read(attempt.id, resident)).body.attempt;
    while (last.status === 'PENDING') last = (await read(attempt.id, resident)).body.attempt;
    expect(last).toMatchObject({ status: 'FAILED', confirmed: false, error: 'timeout' });
    const again = await unlock(door._id, resident, headers);
    expect(again.body.attempt.id).toBe(attempt.id);
    controller.answerAll();
    await bus.ping();
    expect((await read(attempt.id, resident)).body.attempt.status).toBe('FAILED');
    expect(controller.commands).toHaveLength(1);
  });

  test('no controller listens: FAILED, controller_offline', async () => {
    const home = newHome();
    const [resident, door] = [await addResident(home), await addDoor(home)];
    const { attempt } = (await unlock(door._id, resident)).body;
    const ended = await read(attempt.id, resident);
    expect(ended.body.attempt).toMatchObject({ status: 'FAILED', error: 'controller_offline' });
  });

  test('a controller that this system cannot reach: FAILED, adapter_unavailable', async () => {
    const home = newHome();
    const controller = { adapter: 'http' as const, ref: newId('event') };
    const [resident, door] = [await addResident(home), await addDoor(home, { controller })];
    const { attempt } = (await unlock(door._id, resident)).body;
    const ended = await read(attempt.id, resident);
    expect(ended.body.attempt).toMatchObject({ status: 'FAILED', error: 'adapter_unavailable' });
  });

  test.each([
    [
      'the door of another unit',
      'not_own_unit',
      async (home: ReturnType<typeof newHome>) =>
        [await addResident(home), await addDoor(home, { kind: 'UNIT', unitId: newId('unit') })] as const,
    ],
    [
      'a door of another property',
      'not_a_resident_here',
      async (home: ReturnType<typeof newHome>) =>
        [await addResident(home), await addDoor({ ...home, propertyId: newId('property') })] as const,
    ],
    [
      'a deleted door',
      'door_deleted',
      async (home: ReturnType<typeof newHome>) =>
        [await addResident(home), await addDoor(home, { isLive: false, deletedAt: past() })] as const,
    ],
    [
      'a door of a home that is left',
      'not_a_resident_here',
      async (home: ReturnType<typeof newHome>) =>
        [await addResident(home, { residences: [], status: 'ACTIVE' }), await addDoor(home)] as const,
    ],
  ])('404 for %s, and the refusal is an access event: %s', async (_what, reason, prepare) => {
    const home = newHome();
    const [resident, door] = await prepare(home);
    const headers = { 'idempotency-key': 'refused' };
    const { status, body } = await unlock(door._id, resident, headers);
    expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    const events = await AccessEventModel.find({ tenantId: home.tenantId }).lean();
    expect(events).toMatchObject([{ decision: 'DENIED', reason, method: 'APP', attemptId: null }]);
    expect(await UnlockAttemptModel.countDocuments({ tenantId: home.tenantId })).toBe(0);
    const published = await OutboxModel.find({ 'envelope.subject': door._id }).lean();
    expect(published.map(({ subject }) => subject)).toEqual(['pas.v1.access.point.denied']);
  });
});

test('404 for the attempt of another resident', async () => {
  const { home, resident, door } = await openHouse();
  const { attempt } = (await unlock(door._id, resident)).body;
  const neighbour = await addResident({ ...home, unitId: newId('unit') });
  expect((await read(attempt.id, neighbour, 0)).status).toBe(404);
});

describe('GET /access/points', () => {
  test('200 lists the doors that the person may open, and each one opens', async () => {
    const home = newHome();
    const resident = await addResident(home);
    const doors = [await addDoor(home), await addDoor(home, { kind: 'UNIT', unitId: home.unitId })];
    await addDoor(home, { kind: 'UNIT', unitId: newId('unit') });
    await addDoor({ ...home, propertyId: newId('property') });
    await addDoor(home, { isLive: false, deletedAt: past() });
    const { body } = await service.call<{ accessPoints: { id: string }[]; total: number }>(
      'GET',
      '/access/points?sort=createdAt',
      { as: resident.as },
    );
    expect(body.accessPoints.map(({ id }) => id)).toEqual(doors.map(({ _id }) => _id));
    expect(body.total).toBe(2);
    for (const { id } of body.accessPoints) expect((await unlock(id, resident)).status).toBe(202);
  });
});
