import type { AccessPass } from '@pas/shared/access/pass.schema';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  addDoor,
  addResident,
  newHome,
  startCoreMobile,
  testPasses,
  type TestResident,
} from './core-mobile-harness.ts';

const service = await startCoreMobile();

type PassAnswer = { pass: z.output<typeof AccessPass> };
type PassList = { passes: PassAnswer['pass'][]; total: number };

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const period = { startsAt: inDays(0), endsAt: inDays(1) };

const create = ({ as }: TestResident, body: object, headers = {}) =>
  service.call<PassAnswer>('POST', '/access/passes', { as, headers, body: { ...period, ...body } });
const list = async ({ as }: TestResident) =>
  (await service.call<PassList>('GET', '/access/passes', { as })).body;
const take = ({ as }: TestResident, id: string) => service.call('DELETE', `/access/passes/${id}`, { as });

async function settle() {
  const home = newHome();
  return { home, resident: await addResident(home), door: await addDoor(home) };
}

describe('POST /access/passes', () => {
  test('201 with link and PIN, neither of which is stored', async () => {
    const { resident, door } = await settle();
    const times = { weekdays: ['FRI', 'SAT'], timeFrom: '18:00', timeTo: '02:00' };
    const body = { accessPointIds: [door._id], ...times, guestName: 'Sam', maxUses: 4 };
    const { status, body: answer, headers } = await create(resident, body);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { pass } = answer;
    expect(pass).toMatchObject({ ...body, ...period, propertyId: door.propertyId, uses: 0, version: 1 });
    expect(pass.pin).toMatch(/^\d{6}$/);
    expect(pass.url).toMatch(/^http:\/\/portal\.test\/pass\/[\w-]{43}$/);
    const stored = JSON.stringify(
      await AccessPassModel.findOne({ _id: pass.id, tenantId: resident.row.tenantId }).lean(),
    );
    const written = JSON.stringify(await OutboxModel.find({ tenantId: resident.row.tenantId }).lean());
    for (const secret of [pass.pin ?? '', pass.url.split('/').at(-1) ?? '']) {
      expect(stored).not.toContain(secret);
      expect(written).not.toContain(secret);
    }
    expect(written).not.toContain('Sam');
    expect(written).toContain('access_pass.created');
    expect((await list(resident)).passes).toMatchObject([{ id: pass.id, url: pass.url, pin: null }]);
  });

  test('201 for optional fields that are null', async () => {
    const { resident, door } = await settle();
    const absent = { guestName: null, weekdays: null, timeFrom: null, timeTo: null, maxUses: null };
    const { status, body } = await create(resident, { accessPointIds: [door._id], ...absent });
    expect([status, body.pass]).toMatchObject([201, absent]);
  });

  test('a repeat with the same key answers the same pass and PIN', async () => {
    const { resident, door } = await settle();
    const headers = { 'idempotency-key': 'guest' };
    const body = { accessPointIds: [door._id] };
    const [first, again] = [await create(resident, body, headers), await create(resident, body, headers)];
    expect(again.body).toEqual(first.body);
    expect((await list(resident)).total).toBe(1);
  });

  test('twenty concurrent passes of a door have different PINs', async () => {
    const { resident, door } = await settle();
    const body = { accessPointIds: [door._id] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(resident, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(answers.map((answer) => answer.body.pass.pin)).size).toBe(20);
  });

  test.each([
    ['no door', { accessPointIds: [] }, 'accessPointIds'],
    ['an end before the start', { startsAt: inDays(2) }, 'endsAt'],
    ['an end that is over', { startsAt: inDays(-2), endsAt: inDays(-1) }, 'endsAt'],
    ['half a window', { timeFrom: '09:00' }, 'timeTo'],
    ['an empty window', { timeFrom: '09:00', timeTo: '09:00' }, 'timeTo'],
    ['no time of day', { timeFrom: '24:00', timeTo: '25:00' }, 'timeFrom'],
    ['no day of a week', { weekdays: ['FUN'] }, 'weekdays.0'],
    ['no uses', { maxUses: 0 }, 'maxUses'],
  ])('422 for %s', async (_what, fields, path) => {
    const { resident, door } = await settle();
    const { status, body } = await service.call<{ errors?: { path: string }[] }>('POST', '/access/passes', {
      as: resident.as,
      body: { ...period, accessPointIds: [door._id], ...fields },
    });
    expect([status, body.errors?.map((error) => error.path)]).toEqual([422, expect.arrayContaining([path])]);
  });

  test('404 for a door that the person may not open, 422 for doors of two properties', async () => {
    const { home, resident, door } = await settle();
    const closed = await addDoor(home, { kind: 'UNIT', unitId: newId('unit') });
    expect((await create(resident, { accessPointIds: [door._id, closed._id] })).status).toBe(404);
    expect((await create(resident, { accessPointIds: [newId('accessPoint')] })).status).toBe(404);
    const second = newHome({ tenantId: home.tenantId });
    const both = await addResident(home, {
      residences: [...resident.row.residences, ...(await addResident(second)).row.residences],
    });
    const elsewhere = await addDoor(second);
    expect((await create(both, { accessPointIds: [door._id, elsewhere._id] })).status).toBe(422);
  });
});

test('DELETE revokes a pass, also repeatedly; 404 for another resident’s pass', async () => {
  const { home, resident, door } = await settle();
  const { pass } = (await create(resident, { accessPointIds: [door._id] })).body;
  const neighbour = await addResident({ ...home, unitId: newId('unit') });
  expect((await take(neighbour, pass.id)).status).toBe(404);
  expect((await list(neighbour)).total).toBe(0);
  expect([(await take(resident, pass.id)).status, (await take(resident, pass.id)).status]).toEqual([
    204, 204,
  ]);
  expect((await list(resident)).total).toBe(0);
  const row = await AccessPassModel.findOne({ _id: pass.id, tenantId: home.tenantId }).lean();
  expect(row).toMatchObject({ isLive: false, version: 2 });
});

test('the PIN depends on the counter, and on the secret of the environment', () => {
  const pass = { _id: newId('accessPass'), secretVersion: testPasses.secretVersion };
  const pins = [0, 1, 2].map((pinCounter) => testPasses.pinOf({ ...pass, pinCounter }));
  expect(new Set(pins).size).toBe(3);
  expect(() => testPasses.tokenOf({ ...pass, secretVersion: 'gone' })).toThrow('no longer configured');
});
