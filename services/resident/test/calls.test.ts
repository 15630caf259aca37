import { newId } from '@pas/shared/ids/id';
import { UserModel, type Residence } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Call } from '../src/resources/calls/call.schema.ts';
import { addCall, addHome, addResident, startResident, type Home } from './resident-harness.ts';

const service = await startResident();

type CallList = { calls: z.output<typeof Call>[]; total: number };

const list = (as: Principal, query = '') => service.call<CallList>('GET', `/api/v1/calls${query}`, { as });
const read = (as: Principal, id: string) =>
  service.call<{ call: z.output<typeof Call> }>('GET', `/api/v1/calls/${id}`, { as });
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

const residenceOf = ({ unitId, propertyId }: Home): Residence => ({
  id: newId('residence'),
  unitId,
  propertyId,
  role: 'OCCUPANT',
  startsAt: minutesAgo(30),
  endsAt: null,
  canceledAt: null,
  inviteId: null,
  dueAt: null,
});

/** Adds a resident who moved in an hour ago. */
async function addNeighbour(home?: Home) {
  const resident = await addResident(service, home && { home });
  await UserModel.updateOne(
    { _id: resident.answer.resident.id, tenantId: resident.home.tenantId },
    { $set: { 'residences.0.startsAt': minutesAgo(60) } },
  );
  return resident;
}

describe('a resident', () => {
  test('200: sees the calls to their home, and no phone or name of a neighbour', async () => {
    const { as, home } = await addNeighbour();
    const mine = await addCall(home, { answeredBy: as.id, fromNumber: '+12025550123' });
    const other = await addCall(home, { answeredBy: newId('user'), outcome: 'NO_ANSWER' });
    await addCall(await addHome(home.tenantId));

    const { status, body } = await list(as, '?sort=createdAt');

    expect(status).toBe(200);
    expect(body.calls.map(({ id, answeredByMe }) => [id, answeredByMe])).toEqual([
      [mine._id, true],
      [other._id, false],
    ]);
    expect(body.calls[0]).toEqual({
      id: mine._id,
      unitId: home.unitId,
      propertyId: home.propertyId,
      direction: 'INBOUND',
      fromNumber: '+12025550123',
      status: 'COMPLETED',
      outcome: 'DOOR_OPENED',
      answeredByMe: true,
      startedAt: mine.startedAt.toISOString(),
      answeredAt: null,
      endedAt: null,
      durationSeconds: null,
    });
    expect((await read(as, mine._id)).body.call).toEqual(body.calls[0]);
    expect((await list(as, '?outcome=NO_ANSWER')).body.total).toBe(1);
  });

  test('does not see calls from before the move-in or of a former home', async () => {
    const { as, home, answer } = await addNeighbour();
    const before = await addCall(home, { startedAt: minutesAgo(61) });
    const since = await addCall(home, { startedAt: minutesAgo(59) });
    expect((await list(as)).body.calls.map(({ id }) => id)).toEqual([since._id]);
    expect((await read(as, before._id)).status).toBe(404);

    const next = await addHome(home.tenantId);
    await UserModel.updateOne(
      { _id: answer.resident.id, tenantId: home.tenantId },
      { $set: { 'residences.0.endsAt': minutesAgo(10), 'residences.1': residenceOf(next) } },
    );
    const there = await addCall(next);
    expect((await list(as)).body.calls.map(({ id }) => id)).toEqual([there._id]);
    expect((await read(as, since._id)).status).toBe(404);
    expect((await list(as, `?unitId=${home.unitId}`)).body.total).toBe(0);
  });

  test('with two homes sees the calls to both, or to one', async () => {
    const first = await addNeighbour();
    const second = await addHome(first.home.tenantId);
    await UserModel.updateOne(
      { _id: first.answer.resident.id, tenantId: first.home.tenantId },
      { $push: { residences: residenceOf(second) } },
    );
    const [one, two] = [await addCall(first.home), await addCall(second)];
    expect((await list(first.as)).body.calls.map(({ id }) => id)).toEqual([two._id, one._id]);
    expect((await list(first.as, `?unitId=${second.unitId}`)).body.calls.map(({ id }) => id)).toEqual([
      two._id,
    ]);
  });

  test('404: a call of a neighbour looks like an unknown one', async () => {
    const [{ as }, neighbour] = [await addNeighbour(), await addNeighbour()];
    const { _id } = await addCall(neighbour.home);
    const headers = { 'x-correlation-id': 'the-same-for-both' };
    const foreign = await service.call('GET', `/api/v1/calls/${_id}`, { as, headers });
    const unknown = await service.call('GET', `/api/v1/calls/${newId('call')}`, { as, headers });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  });
});
