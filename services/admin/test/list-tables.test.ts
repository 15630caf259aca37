import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { OutboxModel } from '@pas/platform/events/outbox';
import { core } from '@pas/platform/mongo/connections';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { UnitModel } from '@pas/shared/models/unit';
import type { Principal } from '@pas/shared/principal/principal';
import { unitRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminRoutes } from '../src/routes.ts';
import { addProperty, addUnit, adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow } from './building-rows.ts';
import { addRivals, type Rivals } from './rival-rows.ts';

type Row = Record<string, unknown>;

const admin = await startAdmin();
const tables = adminRoutes(adminDependencies).filter(({ table }) => table !== undefined);
const paths = tables.map(({ path }) => path);
const asTable = { accept: 'text/csv' };

let rivals: Rivals;
beforeAll(async () => {
  rivals = await addRivals(admin);
});

const readTable = async (path: string, as: Principal) => {
  const response = await admin.send(path, { as, headers: asTable });
  const text = await response.text();
  const rows: Record<string, string>[] = parse(text, { columns: true });
  return { response, text, rows };
};
const readJson = async (path: string, as: Principal): Promise<Row[]> => {
  const { body } = await admin.call<Row>('GET', `${path}?limit=200`, { as });
  return Object.values(body).find((value) => Array.isArray(value)) as Row[];
};

/** Returns a value of the JSON as its cell shows it, without the apostrophe of a formula. */
function cellOf(row: Row, name: string): string {
  const value = name.split('.').reduce<unknown>((at, step) => (at as Row | null)?.[step], row) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

test('eight lists answer CSV', () => {
  expect(paths.toSorted()).toEqual([
    '/api/admin/access-events',
    '/api/admin/calls',
    '/api/admin/devices',
    '/api/admin/onboarding/invites',
    '/api/admin/passes',
    '/api/admin/properties',
    '/api/admin/units',
    '/api/admin/users',
  ]);
});

describe.each(paths)('%s as CSV', (path) => {
  test.each(['the whole tenant', 'one property'])('has the rows of the list, within %s', async (reach) => {
    const as = reach === 'one property' ? rivals.restricted : rivals.caller;
    const [{ rows, response }, listed] = [await readTable(path, as), await readJson(path, as)];
    expect(listed.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'holders');
    const shown = rows.map((row) => names.map((name) => row[name]?.replace(/^'(?=[=+\-@])/, '')));
    expect(shown).toEqual(listed.map((row) => names.map((name) => cellOf(row, name))));
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z-]+-test-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('vary')).toMatch(/Accept(?:,|$)/);
  });

  test('has every field but secrets', async () => {
    const { text, rows } = await readTable(path, rivals.caller);
    const [first = {}] = await readJson(path, rivals.caller);
    const tops = new Set(Object.keys(rows[0] ?? {}).map((name) => name.split('.')[0]));
    const missing = Object.keys(first).filter((name) => !tops.has(name));
    expect(missing).toEqual(path.endsWith('invites') ? ['token', 'inviteUrl'] : []);
    expect(text).not.toContain(rivals.own['token']);
    expect(text).not.toMatch(/"pin"|"url"|\/join\/|\/pass\//);
  });

  test('is refused after a log-in of 16 minutes ago, and the list is not', async () => {
    const asOperator = (minutes: number): Principal => ({
      ...rivals.caller,
      kind: 'staff',
      sessionId: 'ops_1',
      authenticatedAt: new Date(Date.now() - minutes * 60_000),
    });
    const old = asOperator(16);
    const refused = await admin.call('GET', path, { as: old, headers: asTable });
    expect(refused).toMatchObject({ status: 403, body: { code: 'login_too_old' } });
    expect((await admin.call('GET', path, { as: old })).status).toBe(200);
    expect((await readTable(path, asOperator(14))).response.status).toBe(200);
  });
});

test('filters, words and order apply; limit and offset do not', async () => {
  const caller = await newTenantCaller();
  const { id: propertyId } = await addProperty(admin, caller);
  for (const label of ['10', '2', '1A', 'Attic']) await addUnit(admin, caller, propertyId, label);
  await addUnit(admin, caller, (await addProperty(admin, caller)).id, '3');
  const labels = async (query: string) =>
    (await readTable(`/api/admin/units?${query}`, caller)).rows.map(({ label }) => label);
  expect(await labels(`propertyId=${propertyId}&sort=label&limit=1&offset=2`)).toEqual([
    '1A',
    '2',
    '10',
    'Attic',
  ]);
  expect(await labels('q=att')).toEqual(['Attic']);
  expect(await labels('q=nothing')).toEqual([]);
  const refused = await admin.call('GET', '/api/admin/units?nope=1', { as: caller, headers: asTable });
  expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
});

test('a deleted row has its id and the time of its deletion', async () => {
  const caller = await newTenantCaller();
  const [kept, gone] = [await addProperty(admin, caller), await addProperty(admin, caller)];
  await admin.call('DELETE', `/api/admin/properties/${gone.id}`, { as: caller });
  const { rows } = await readTable('/api/admin/properties?includeDeleted=true&sort=createdAt', caller);
  const [first, second] = rows;
  expect(first).toMatchObject({ id: kept.id, name: kept.name, 'address.country': 'US', deletedAt: '' });
  expect(second).toMatchObject({ id: gone.id, name: '', 'address.country': '' });
  expect(second?.['deletedAt']).toMatch(/Z$/);
});

test('a formula in a name is text for a spreadsheet', async () => {
  const caller = await newTenantCaller();
  await addProperty(admin, caller, '=HYPERLINK("http://evil.test")');
  const { rows } = await readTable('/api/admin/properties', caller);
  expect(rows.map(({ name }) => name)).toEqual([`'=HYPERLINK("http://evil.test")`]);
});

test('an export is recorded once, without values that identify a person', async () => {
  const caller = await newTenantCaller();
  const { tenantId } = caller;
  await readTable('/api/admin/users?kind=STAFF&email=ada%40example.test', caller);
  await readJson('/api/admin/users', caller);
  const rows = await OutboxModel.find({ tenantId, 'envelope.data.action': 'list.exported' }).lean();
  expect(rows.map(({ envelope }) => envelope.data)).toMatchObject([
    {
      targets: [{ type: 'list', id: 'users' }],
      changes: expect.arrayContaining([
        expect.objectContaining({ path: 'kind', after: 'STAFF' }),
        expect.objectContaining({ path: 'email', after: 'not recorded' }),
      ]) as unknown,
    },
  ]);
});

test('100,001 rows are refused, and a filter makes them fewer', async () => {
  const caller = await newTenantCaller();
  const tenantId = caller.tenantId ?? '';
  const sample = accessEventRow(tenantId, { propertyId: 'prop_1' });
  for (let batch = 0; batch < 10; batch += 1) {
    const rows = Array.from({ length: batch === 9 ? 10_001 : 10_000 }, (_, at) => ({
      ...sample,
      _id: `${sample._id}${batch}-${at}`,
    }));
    await AccessEventModel.collection.insertMany(rows as never[], { ordered: false });
  }
  const read = (query: string) =>
    admin.call('GET', `/api/admin/access-events${query}`, { as: caller, headers: asTable });
  expect(await read('')).toMatchObject({ status: 422, body: { code: 'too_many_rows' } });
  expect((await read('?decision=DENIED')).status).toBe(200);
});

describe('20,000 units', () => {
  const count = 20_000;
  let caller: Principal;
  beforeAll(async () => {
    caller = await newTenantCaller();
    const tenantId = caller.tenantId ?? '';
    const rows = Array.from({ length: count }, (_, at) =>
      unitRow(tenantId, { externalId: `${at}-${'x'.repeat(100)}` }),
    );
    for (let at = 0; at < count; at += 5000) await UnitModel.insertMany(rows.slice(at, at + 5000));
  });

  /** Counts the commands on units during some work. */
  const watch = () => {
    const seen: Record<string, number> = {};
    const note = ({ commandName, command }: { commandName: string; command: Row }): void => {
      const collection = command['collection'] ?? command[commandName];
      if (collection === 'units') seen[commandName] = (seen[commandName] ?? 0) + 1;
    };
    const client = core.getClient().on('commandStarted', note);
    return { seen, stop: () => client.off('commandStarted', note) };
  };

  test('are read in batches by one cursor, each row once', async () => {
    const { seen, stop } = watch();
    const { rows, response } = await readTable('/api/admin/units', caller);
    stop();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
    expect(rows).toHaveLength(count);
    expect(response.headers.get('content-encoding')).not.toBeNull();
    expect(seen).toMatchObject({ find: 1 });
    expect(seen['getMore']).toBe(count / 1000);
  });

  test('are no longer read after the client has disconnected', async () => {
    const { seen, stop } = watch();
    const headers = { ...(await admin.headersFor(caller)), ...asTable };
    const request = get(`${admin.url}/api/admin/units`, { headers, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.destroy();
    await waitUntil(() => seen['killCursors'] === 1, { what: 'the cursor to be closed' });
    stop();
    expect(seen['getMore'] ?? 0).toBeLessThan(count / 1000);
  });
});
