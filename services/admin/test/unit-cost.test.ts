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

test('a repeated unit takes one read after the first repeat of its property', async () => {
  await ensure('Apt 20', 201);
  await ensure('Apt 20', 200);
  expect(await ensure('Apt 20', 200)).toEqual({ 'find units': 1 });
});
