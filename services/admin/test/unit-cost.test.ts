import { core } from '@pas/platform/mongo/connections';
import { indexesOf } from '@pas/testing/query-plans/explain-queries';
import { watchQueries } from '@pas/testing/query-plans/watch-queries';
import { statementsOf } from '@pas/testing/statements-of';
import { expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';

const admin = await startAdmin();
const as = await newTenantCaller();
const { id: propertyId } = await addProperty(admin, as);

const ensure = (label: string, expected: number) =>
  statementsOf(async () => {
    const body = { propertyId, label };
    expect((await admin.call('POST', '/api/admin/units', { as, body })).status).toBe(expected);
  });

const created = {
  'find units': 1,
  'insert units': 1,
  'update fences': 1,
  'insert outbox': 1,
  commitTransaction: 1,
};

test('a unit takes five statements, and one more read for a spare dial code', async () => {
  await ensure('Apt 1', 201);
  expect(await ensure('Apt 7', 201)).toEqual(created);
  expect(await ensure('Loft B', 201)).toEqual({ ...created, 'find fences': 1 });
});

test('no plan of a creation reads the units of other properties', async () => {
  const watch = watchQueries([core]);
  const queries = await watch.during(() => ensure('Loft C', 201));
  watch.stop();
  const [read] = queries.filter(({ collection }) => collection === 'units');
  expect(read && (await indexesOf(read))).toEqual([
    'tenantId_1_propertyId_1_dialCode_1',
    'tenantId_1_propertyId_1_labelKey_1',
  ]);
});

test('a repeated unit takes one read after the first repeat of its property', async () => {
  await ensure('Apt 20', 201);
  await ensure('Apt 20', 200);
  expect(await ensure('Apt 20', 200)).toEqual({ 'find units': 1 });
});
