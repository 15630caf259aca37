import { listRows } from '@pas/platform/lists/list-rows';
import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { unitRow } from '@pas/testing/rows';
import { statementsOf } from '@pas/testing/statements-of';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';

await useDatabases();
const [tenantId, propertyId] = [newId('tenant'), newId('property')];
await UnitModel.insertMany(
  Array.from({ length: 5 }, (_, index) => unitRow(tenantId, { propertyId, label: `Unit ${index}` })),
);

const sort = [{ field: 'createdAt', direction: -1 }] as const;

/** Lists units of the property, and counts the statements. */
async function list(page: { limit: number; offset: number; q?: string }) {
  let shown: { rows: readonly UnitRow[]; total: number } = { rows: [], total: -1 };
  const filter = { tenantId, isLive: true, propertyId };
  const statements = await statementsOf(async () => {
    shown = await listRows<UnitRow>(UnitModel, filter, { ...page, sort });
  });
  return [shown.rows.length, shown.total, statements];
}

test.each([
  { limit: 50, offset: 0, rows: 5 },
  { limit: 6, offset: 0, rows: 5 },
  { limit: 3, offset: 3, rows: 2 },
])('a page that shows the end of its list is not counted: $offset and $limit', async ({ rows, ...page }) => {
  expect(await list(page)).toEqual([rows, 5, { 'find units': 1 }]);
});

test.each([
  { limit: 5, offset: 0, rows: 5 },
  { limit: 2, offset: 2, rows: 2 },
  { limit: 2, offset: 6, rows: 0 },
])('a page that does not show the end is counted: $offset and $limit', async ({ rows, ...page }) => {
  expect(await list(page)).toEqual([rows, 5, { 'find units': 1, 'aggregate units': 1 }]);
});

test('a search reads no row when one of its words is in none', async () => {
  const counts = { 'aggregate units': 3 };
  expect(await list({ limit: 50, offset: 0, q: 'unit 4 nobody' })).toEqual([
    0,
    0,
    { ...counts, 'find units': 1 },
  ]);
});
