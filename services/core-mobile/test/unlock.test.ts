import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { addDoor, addResident, newHome, openBus, startCoreMobile } from './core-mobile-harness.ts';
import { unlockSupport, type AttemptAnswer } from './unlock-support.ts';

const service = await startCoreMobile();
const bus = await openBus('operator');

const { openHouse, read, unlock } = unlockSupport(service, bus);
const past = (): Date => new Date(Date.now() - 1000);

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

  test('the command carries the traceparent of the tap', async () => {
    const { resident, door, controller } = await openHouse();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const { body } = await unlock(door._id, resident, { traceparent });
    expect((await read(body.attempt.id, resident)).body.attempt.status).toBe('SUCCEEDED');
    expect(controller.commands).toMatchObject([{ traceparent }]);
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

  test('422 for another body with the same Idempotency-Key, and for fields that only the service sets', async () => {
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

  test('FAILED ten seconds after a silent controller’s command, which a repeat does not send again', async () => {
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

  test.each(['answer', 'refuse'] as const)(
    'a door whose controller answers “%s” comes online',
    async (behaviour) => {
      const { home, resident, door, controller } = await openHouse();
      controller.behave(behaviour);
      const filter = { _id: door._id, tenantId: home.tenantId };
      await AccessPointModel.updateOne(filter, { $set: { online: null } });
      const { attempt } = (await unlock(door._id, resident)).body;
      await read(attempt.id, resident);
      const isOnline = async () => (await AccessPointModel.findOne(filter).lean())?.online === true;
      await waitUntil(isOnline, { what: 'the door to come online' });
      const online = { 'envelope.type': 'pas.v1.access.point.online', 'envelope.subject': door._id };
      expect(await OutboxModel.countDocuments(online)).toBe(1);
    },
  );

  test('FAILED with controller_offline when no controller listens', async () => {
    const home = newHome();
    const [resident, door] = [await addResident(home), await addDoor(home)];
    const { attempt } = (await unlock(door._id, resident)).body;
    const ended = await read(attempt.id, resident);
    expect(ended.body.attempt).toMatchObject({ status: 'FAILED', error: 'controller_offline' });
  });

  test('FAILED with adapter_unavailable when the service has no adapter for the controller', async () => {
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
      'a door of a former home',
      'not_a_resident_here',
      async (home: ReturnType<typeof newHome>) =>
        [await addResident(home, { residences: [], status: 'ACTIVE' }), await addDoor(home)] as const,
    ],
  ])('404 for %s, with an access event for the reason %s', async (_what, reason, prepare) => {
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
