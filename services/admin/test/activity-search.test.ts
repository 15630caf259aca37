import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { CallModel } from '@pas/shared/models/call';
import { newUnit } from '@pas/shared/models/new-unit';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { accessPassRow, userRow } from '@pas/testing/rows';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow, callRow } from './building-rows.ts';
import { addAccessPoint } from './building-support.ts';
import { sealOutbox } from './seal-outbox.ts';

const admin = await startAdmin();

interface Page {
  activity: { id: string; kind: string; change: { action: string } | null }[];
  nextCursor: string | null;
}

const read = async (as: Principal, query: string): Promise<Page> => {
  const { status, body } = await admin.call<Page>('GET', `/api/admin/activity?${query}`, { as });
  expect(status).toBe(200);
  return body;
};
const idsOf = async (as: Principal, query: string): Promise<string[]> =>
  (await read(as, query)).activity.map(({ id }) => id);

describe('GET /api/admin/activity?q=', () => {
  let caller: Principal;
  const ids = { used: '', staffed: '', called: '' };
  beforeAll(async () => {
    caller = await newTenantCaller();
    const tenantId = caller.tenantId ?? '';
    const { id: propertyId } = await addProperty(admin, caller, 'Harbor House');
    const door = await addAccessPoint(admin, caller, { propertyId, name: 'Loading dock' });
    const unit = newUnit({ tenantId, now: new Date() }, { propertyId, label: 'Apt 12A', dialCode: '12' });
    const user = userRow(tenantId, { firstName: 'Clara', lastName: 'Reyes' });
    const pass = accessPassRow({ tenantId, propertyId }, [door.id], { guestName: 'Northside Plumbing' });
    const place = { propertyId, accessPointId: door.id };
    const visitor = { type: 'VISITOR' as const, id: null };
    const used = accessEventRow(tenantId, { ...place, subject: visitor, passId: pass._id });
    const subject = { type: 'RESIDENT' as const, id: user._id };
    const staffed = accessEventRow(tenantId, { ...place, subject, accessPointId: newId('accessPoint') });
    const called = callRow(tenantId, { propertyId, unitId: unit._id });
    await UnitModel.insertMany([unit]);
    await UserModel.insertMany([user]);
    await AccessPassModel.insertMany([pass]);
    await AccessEventModel.insertMany([used, staffed]);
    await CallModel.insertMany([called]);
    Object.assign(ids, { used: used._id, staffed: staffed._id, called: called._id });
    await sealOutbox(tenantId);
  });

  test.each<[string, (keyof typeof ids)[]]>([
    ['northside plumb', ['used']],
    ['loading', ['used']],
    ['reyes, clara', ['staffed']],
    ['12A', ['called']],
    ['harbor', ['called', 'staffed', 'used']],
    ['nobody', []],
  ])('%j finds the entries about it, each once', async (q, names) => {
    const found = await read(caller, `q=${encodeURIComponent(q)}`);
    const own = found.activity.filter(({ kind }) => kind !== 'CHANGE').map(({ id }) => id);
    expect(own.toSorted()).toEqual(names.map((name) => ids[name]).toSorted());
  });

  test('the creation of a found building is an entry, and a walk keeps the search', async () => {
    const changes = await read(caller, 'q=harbor&kind=CHANGE');
    expect(changes.activity.map(({ change }) => change?.action)).toContain('property.created');
    const all = await idsOf(caller, 'q=harbor');
    const { nextCursor } = await read(caller, 'q=harbor&limit=1');
    expect(await idsOf(caller, `q=harbor&before=${nextCursor}`)).toEqual(all.slice(1));
  });

  test('a kind that the caller may not read is not searched', async () => {
    const scopes = ['access-events:read', 'access-points:read'];
    expect(await idsOf({ ...caller, scopes }, 'q=reyes')).toEqual([]);
    expect(await idsOf({ ...caller, scopes }, 'q=loading')).toEqual([ids.used]);
  });
});
