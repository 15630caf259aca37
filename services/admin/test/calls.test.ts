import { newId } from '@pas/shared/ids/id';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { callRow } from './building-rows.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const home = await addUnit(admin, caller, (await addProperty(admin, caller)).id);

const path = '/api/admin/calls';

async function addCall(fields: Partial<CallRow> = {}): Promise<CallRow> {
  const row = callRow(caller.tenantId ?? '', fields);
  await CallModel.insertMany([row]);
  return row;
}

type CallList = { calls: { id: string }[]; total: number };

async function listIds(query: string, as = caller): Promise<string[]> {
  const { status, body } = await admin.call<CallList>('GET', `${path}?${query}`, { as });
  expect(status).toBe(200);
  expect(body.total).toBe(body.calls.length);
  return body.calls.map(({ id }) => id);
}

describe('GET /api/admin/calls', () => {
  test('200 filters by property, unit, outcome, the provider’s id and both numbers', async () => {
    const at = { propertyId: home.propertyId, unitId: home.id };
    const opened = await addCall({ ...at, outcome: 'DOOR_OPENED', fromNumber: '+12025550171' });
    const other = await addCall({ outcome: 'BUSY', toNumber: '+12025550172' });
    expect(await listIds(`propertyId=${home.propertyId}`)).toEqual([opened._id]);
    expect(await listIds(`unitId=${home.id}`)).toEqual([opened._id]);
    expect(await listIds('outcome=BUSY')).toEqual([other._id]);
    expect(await listIds(`providerCallId=${other.providerCallId}`)).toEqual([other._id]);
    expect(await listIds('fromNumber=%2B12025550171')).toEqual([opened._id]);
    expect(await listIds('fromNumber=+12025550171')).toEqual([opened._id]);
    expect(await listIds('toNumber=%2B1%20(202)%20555-0172')).toEqual([other._id]);
    expect(await listIds(`outcome=BUSY&propertyId=${home.propertyId}`)).toEqual([]);
  });

  test('200 filters by a resident among the legs', async () => {
    const userId = newId('user');
    const leg = { userId, toNumber: null, status: 'NO_ANSWER' as const, reason: null, pushed: true };
    const times = { startedAt: new Date(), answeredAt: null, endedAt: null };
    const call = await addCall({ legs: [{ ...leg, ...times }] });
    await addCall({ legs: [{ ...leg, ...times, userId: newId('user') }] });
    expect(await listIds(`userId=${userId}`)).toEqual([call._id]);
  });

  test('200 reads a national number by the country of the requested property', async () => {
    const property = await addProperty(admin, caller, 'National');
    const call = await addCall({ propertyId: property.id, fromNumber: '+12025550173' });
    expect(await listIds(`propertyId=${property.id}&fromNumber=(202)%20555-0173`)).toEqual([call._id]);
  });

  test('422 for a national number without a property, and for an invalid number', async () => {
    for (const number of ['(202)%20555-0173', 'nobody']) {
      const answer = await admin.call('GET', `${path}?toNumber=${number}`, { as: caller });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'toNumber', code: 'invalid_phone' }] },
      });
    }
  });

  test('200 filters by start time, and excludes the end of the period', async () => {
    const starts = ['2026-05-01T10:00:00Z', '2026-05-01T11:00:00Z', '2026-05-01T12:00:00Z'];
    const calls: CallRow[] = [];
    for (const start of starts) calls.push(await addCall({ startedAt: new Date(start) }));
    const period = 'from=2026-05-01T12:00:00%2B02:00&to=2026-05-01T12:00:00Z&sort=startedAt';
    expect(await listIds(period)).toEqual([calls[0]?._id, calls[1]?._id]);
  });

  test('200 lists calls changed since a time', async () => {
    const call = await addCall({ updatedAt: new Date('2099-01-01T00:00:00Z') });
    expect(await listIds('updatedSince=2098-01-01T00:00:00Z&sort=-updatedAt')).toEqual([call._id]);
  });

  test('a restricted key sees the calls of its properties, and none of unassigned numbers', async () => {
    const property = await addProperty(admin, caller, 'Restricted');
    const call = await addCall({ propertyId: property.id });
    const lost = await addCall({ propertyId: null, outcome: 'NO_TARGET' });
    const as = { ...caller, propertyIds: [property.id] };
    expect(await listIds('', as)).toEqual([call._id]);
    expect((await admin.call('GET', `${path}/${lost._id}`, { as })).status).toBe(404);
  });

  test.each(['sort=outcome', 'outcome=MISSED', 'providerCallId=', 'from=yesterday', 'status=FAILED'])(
    '422 for ?%s',
    async (query) => {
      expect((await admin.call('GET', `${path}?${query}`, { as: caller })).status).toBe(422);
    },
  );
});

describe('GET /api/admin/calls/{id}', () => {
  test('200 shows every field, with null for absent values, then 304 for its ETag', async () => {
    const startedAt = new Date('2026-06-01T10:00:00Z');
    const leg = { userId: newId('user'), toNumber: null, status: 'NO_ANSWER' as const, startedAt };
    const call = await addCall({
      status: 'RINGING',
      outcome: null,
      startedAt,
      answeredAt: null,
      endedAt: null,
      durationSeconds: null,
      legs: [{ ...leg, reason: null, pushed: false, answeredAt: null, endedAt: null }],
    });
    const { status, body, headers } = await admin.call('GET', `${path}/${call._id}`, { as: caller });
    expect(status).toBe(200);
    expect(body).toEqual({
      call: {
        id: call._id,
        tenantId: call.tenantId,
        version: 1,
        createdAt: call.createdAt.toISOString(),
        updatedAt: call.updatedAt.toISOString(),
        propertyId: null,
        unitId: null,
        virtualNumberId: null,
        dialled: null,
        provider: 'TELEPHONY_A',
        providerCallId: call.providerCallId,
        direction: 'INBOUND',
        fromNumber: '+12025550100',
        toNumber: '+12025550101',
        status: 'RINGING',
        outcome: null,
        answeredBy: null,
        startedAt: '2026-06-01T10:00:00.000Z',
        answeredAt: null,
        endedAt: null,
        durationSeconds: null,
        legs: [
          {
            ...leg,
            reason: null,
            pushed: false,
            startedAt: '2026-06-01T10:00:00.000Z',
            answeredAt: null,
            endedAt: null,
          },
        ],
      },
    });
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    expect((await admin.send(`${path}/${call._id}`, { as: caller, headers: known })).status).toBe(304);
  });

  test('404 for a malformed id, an unknown one and another tenant’s', async () => {
    const call = await addCall();
    const as = await newTenantCaller();
    for (const id of ['nonsense', newId('call'), call._id]) {
      expect((await admin.call('GET', `${path}/${id}`, { as })).status).toBe(404);
    }
  });
});

test('a provider call has one row among all tenants', async () => {
  const { providerCallId } = await addCall();
  const again = callRow((await newTenantCaller()).tenantId ?? '', { providerCallId });
  await expect(CallModel.insertMany([again])).rejects.toMatchObject({ code: 11_000 });
});
