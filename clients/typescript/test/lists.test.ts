import { expect, test } from 'vitest';
import type { SeenRequest } from './scripted-server.ts';
import { collect, useAdmin } from './use-server.ts';

interface Row {
  id: string;
  createdAt: string;
  updatedAt: string;
}

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => {
    const time = at(index);
    return { id: `unit_${String(index).padStart(4, '0')}`, createdAt: time, updatedAt: time };
  });

/** Answers a page of rows as the service does, with 200 rows at most. */
function pageOf(rows: readonly object[], { query }: SeenRequest) {
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
  return { body: { units: rows.slice(offset, offset + limit), total: rows.length, limit, offset } };
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

test('a walk reads every row once, in the order of creation', async () => {
  const rows = rowsOf(450);
  const { client, server } = await useAdmin((request) => pageOf(rows, request));
  expect(idsOf(await collect(client.units.iterate({ propertyId: 'prop_1' })))).toEqual(idsOf(rows));
  expect(server.requests.map(({ query }) => query.get('offset'))).toEqual(['0', '199', '398']);
  expect(server.requests[0]?.query.get('sort')).toBe('createdAt');
});

test('a walk omits no row when earlier rows leave the list', async () => {
  const rows = rowsOf(700);
  const { client } = await useAdmin((request, index) => {
    if (index === 1) rows.splice(0, 150);
    return pageOf(rows, request);
  });
  expect(idsOf(await collect(client.units.iterate()))).toEqual(idsOf(rowsOf(700)));
});

test('a walk repeats no row when earlier rows enter the list, and ends when it is emptied', async () => {
  const all = rowsOf(500);
  const rows = all.slice(100);
  const { client } = await useAdmin((request, index) => {
    if (index === 1) rows.unshift(...all.slice(0, 100));
    return pageOf(rows, request);
  });
  expect(idsOf(await collect(client.units.iterate()))).toEqual(idsOf(all.slice(100)));
  const emptied = rowsOf(300);
  const { client: other } = await useAdmin((request, index) => {
    if (index === 1) emptied.length = 0;
    return pageOf(emptied, request);
  });
  expect(await collect(other.units.iterate())).toHaveLength(200);
});

test('rows without a time of creation are walked page by page', async () => {
  const rows = rowsOf(401).map(({ id }) => ({ line: id }));
  const { client, server } = await useAdmin(({ query }) => {
    const offset = Number(query.get('offset'));
    return { body: { rows: rows.slice(offset, offset + 200), total: rows.length, limit: 200, offset } };
  });
  expect(await collect(client.imports.rows.iterate('imp_1', { verdict: 'error' }))).toHaveLength(401);
  expect(server.requests.at(-1)?.path).toBe('/api/admin/imports/imp_1/rows');
  expect(server.requests.at(-1)?.query.get('verdict')).toBe('error');
});

/** Answers the changes of rows, as the service does. */
function changesOf(rows: readonly { updatedAt?: string; deletedAt?: string }[], request: SeenRequest) {
  const since = request.query.get('updatedSince') ?? '';
  return pageOf(
    rows.filter(({ updatedAt, deletedAt }) => (updatedAt ?? deletedAt ?? '') >= since),
    request,
  );
}

test('changes come once each, with deleted rows, and can be resumed', async () => {
  const rows = [...rowsOf(399), { id: 'unit_gone', deletedAt: at(399) }];
  const { client, server } = await useAdmin((request) => changesOf(rows, request));
  const changes = await collect(client.units.changes({ propertyId: 'prop_1' }));
  expect(changes.map((change) => (change.type === 'deleted' ? change.id : change.row.id))).toEqual(
    idsOf(rows),
  );
  expect(changes.at(-1)).toEqual({ type: 'deleted', id: 'unit_gone', at: at(399) });
  expect(server.requests[0]?.query).toMatchObject({});
  expect(server.requests[0]?.query.get('includeDeleted')).toBe('true');
  const resumed = await collect(client.units.changes({ since: at(399) }));
  expect(resumed.map((change) => change.at)).toEqual(
    Array.from({ length: 16 }, (_, index) => at(384 + index)),
  );
});

test('many changes of one moment come once each', async () => {
  const moment = at(5);
  const rows = [
    ...rowsOf(700).map((row) => ({ ...row, updatedAt: moment })),
    { id: 'unit_last', updatedAt: at(6) },
  ];
  const { client } = await useAdmin((request) => changesOf(rows, request));
  const changes = await collect(client.units.changes());
  expect(changes.map((change) => (change.type === 'updated' ? change.row.id : ''))).toEqual(idsOf(rows));
});

test('a tombstone that is older than its place does not turn the walk back', async () => {
  const rows = [...rowsOf(300), { id: 'unit_gone', deletedAt: at(1), order: at(300) }];
  const { client } = await useAdmin((request) => {
    const since = request.query.get('updatedSince') ?? '';
    const timeOf = (row: (typeof rows)[number]) => ('order' in row ? row.order : row.updatedAt);
    return pageOf(
      rows.filter((row) => timeOf(row) >= since),
      request,
    );
  });
  expect(await collect(client.units.changes())).toHaveLength(301);
});
