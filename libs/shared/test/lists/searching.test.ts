import { describe, expect, test } from 'vitest';

import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { listRows } from '@pas/platform/lists/list-rows';
import { searchFilter, searchWords } from '@pas/platform/lists/search-words';
import { useDatabases } from '@pas/testing/test-databases';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const labels = ['Lobby', 'Apt 1', 'Apt 10', 'Apt 2 (rear)', 'Zoë’s', '100%', 'a.b', 'a|b', '[x]'];

await useDatabases();
await UnitModel.insertMany(
  labels.map((label) => unitRow(tenantId, { label, searchWords: searchWords(label) })),
);
await UnitModel.insertMany([unitRow(newId('tenant'), { label: 'Lobby', searchWords: searchWords('Lobby') })]);

const sort = [{ field: 'label', direction: 1 }] as const;

async function find(q: string): Promise<string[]> {
  const filter = { tenantId, isLive: true, ...searchFilter(q) };
  const { rows } = await listRows<UnitRow>(UnitModel, filter, { limit: 50, offset: 0, sort });
  return rows.map(({ label }) => label);
}

describe('q', () => {
  test.each([
    ['lob', ['Lobby']],
    ['APT 1', ['Apt 1', 'Apt 10']],
    ['1', ['100%', 'Apt 1', 'Apt 10']],
    ['(rear', ['Apt 2 (rear)']],
    ['rear', ['Apt 2 (rear)']],
    ['100%', ['100%']],
    ['a.', ['a.b']],
    ['a|', ['a|b']],
    ['[x', ['[x]']],
    ['.', []],
    ['^l', []],
    ['zoe\u0308', ['Zoë’s']],
    ['obby', []],
  ])('%s finds %j', async (q, found) => {
    expect(await find(q)).toEqual(found);
  });

  test('reads only the rows of the answer', async () => {
    const filter = { tenantId, isLive: true, ...searchFilter('apt (') };
    const plan = (await UnitModel.find(filter).explain('executionStats')) as unknown as {
      executionStats: { totalKeysExamined: number; totalDocsExamined: number };
    };
    expect(plan.executionStats).toMatchObject({ totalDocsExamined: 0 });
    expect(plan.executionStats.totalKeysExamined).toBeLessThanOrEqual(1);
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
