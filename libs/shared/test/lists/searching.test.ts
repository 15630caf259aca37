import { beforeAll, describe, expect, test } from 'vitest';

import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { listRows } from '@pas/platform/lists/list-rows';
import { withSearch } from '@pas/platform/lists/search-rows';
import { maxReadsOf } from '@pas/testing/query-plans/judge-plan';
import { useDatabases } from '@pas/testing/test-databases';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const labels = ['Lobby', 'Apt 1', 'Apt 10', 'Apt 2 (rear)', 'Zoë’s', '100%', 'a.b', 'a|b', '[x]', '4-12'];

await useDatabases();
await UnitModel.insertMany(labels.map((label) => unitRow(tenantId, { label })));
await UnitModel.insertMany([unitRow(newId('tenant'), { label: 'Lobby' })]);

const sort = [{ field: 'label', direction: 1 }] as const;

async function find(q: string): Promise<string[]> {
  const filter = { tenantId, isLive: true };
  const { rows, total } = await listRows<UnitRow>(UnitModel, filter, { limit: 50, offset: 0, sort, q });
  expect(total).toBe(rows.length);
  return rows.map(({ label }) => label);
}

describe('q', () => {
  test.each([
    ['lob', ['Lobby']],
    ['APT 1', ['Apt 1', 'Apt 10']],
    ['1 apt', ['Apt 1', 'Apt 10']],
    ['1', ['100%', '4-12', 'Apt 1', 'Apt 10']],
    ['(rear', ['Apt 2 (rear)']],
    ['rear: apt', ['Apt 2 (rear)']],
    ['100%', ['100%']],
    ['a.', ['a.b', 'a|b', 'Apt 1', 'Apt 2 (rear)', 'Apt 10']],
    ['a|b', ['a.b', 'a|b']],
    ['[x', ['[x]']],
    ['4-12', ['4-12']],
    ['.', []],
    ['.*', []],
    ['^l', ['Lobby']],
    ['zoe\u0308s', ['Zoë’s']],
    ['obby', []],
  ])('%s finds %j', async (q, found) => {
    expect((await find(q)).toSorted()).toEqual(found.toSorted());
  });
});

describe('a search of 20,000 rows', () => {
  const many = newId('tenant');
  const rows = Array.from({ length: 20_000 }, (_, index) => unitRow(many, { label: `Unit ${index}` }));

  beforeAll(async () => {
    for (let from = 0; from < rows.length; from += 5000)
      await insertRows(UnitModel, rows.slice(from, from + 5000), null);
  });

  test.each([
    ['unit 1999', 11],
    ['1999 unit', 11],
    ['unit 19999', 1],
    ['nobody', 0],
    ['unit nobody', 0],
    ['-', 0],
  ])('%s reads about the rows that it finds', async (q, found) => {
    const filter = (await withSearch(UnitModel as never, { tenantId: many, isLive: true }, q)) as object;
    const page = { limit: 50, offset: 0, sort: [{ field: 'createdAt', direction: -1 }], q } as const;
    const listed = await listRows<UnitRow>(UnitModel, { tenantId: many, isLive: true }, page);
    expect(listed).toMatchObject({ total: found, rows: { length: found } });
    const query = UnitModel.find(filter).sort({ createdAt: -1, _id: -1 }).limit(50);
    const plan = (await query.explain('executionStats')) as unknown as Record<string, unknown>;
    expect(maxReadsOf(plan)).toBeLessThanOrEqual(found + 1);
  });
});

describe('sort=label', () => {
  const own = newId('tenant');
  const ordered = ['1', '1A', '2', '2', '10', 'Ánnex 2', 'annex 10', 'B-1'];
  const units = ordered.map((label) => unitRow(own, { label }));

  test.each([1, -1] as const)('walks each row once to the end in direction %i', async (direction) => {
    if ((await UnitModel.countDocuments({ tenantId: own })) === 0)
      await UnitModel.insertMany(units.toReversed());
    const pages: UnitRow[] = [];
    for (let offset = 0; offset < units.length; offset += 3) {
      const page = { limit: 3, offset, sort: [{ field: 'label', direction }] };
      pages.push(...(await listRows<UnitRow>(UnitModel, { tenantId: own, isLive: true }, page)).rows);
    }
    const expected = direction === 1 ? units : units.toReversed();
    expect(pages.map(({ label }) => label)).toEqual(expected.map(({ label }) => label));
    const twins = pages.filter(({ label }) => label === '2').map(({ _id }) => _id);
    expect(twins).toEqual(direction === 1 ? twins.toSorted() : twins.toSorted().toReversed());
    expect(new Set(pages.map(({ _id }) => _id)).size).toBe(units.length);
  });
});

describe('a page of rows', () => {
  test('orders equal keys by id, so that no row is shown twice or left out', async () => {
    const other = newId('tenant');
    const createdAt = new Date();
    const rows = Array.from({ length: 25 }, () => unitRow(other, { createdAt, floor: '1' }));
    await UnitModel.insertMany(rows);
    const pageOf = (offset: number, direction: 1 | -1) =>
      listRows<UnitRow>(
        UnitModel,
        { tenantId: other },
        { limit: 10, offset, sort: [{ field: 'createdAt', direction }] },
      );
    for (const direction of [1, -1] as const) {
      const pages = await Promise.all([0, 10, 20].map((offset) => pageOf(offset, direction)));
      const ids = pages.flatMap((page) => page.rows.map(({ _id }) => _id));
      const sorted = rows.map(({ _id }) => _id).toSorted();
      expect(ids).toEqual(direction === 1 ? sorted : sorted.toReversed());
      expect(pages.map(({ total }) => total)).toEqual([25, 25, 25]);
    }
    expect((await pageOf(30, 1)).rows).toEqual([]);
  });
});
