import { core } from '@pas/platform/mongo/connections';
import { formerDueTimes } from '@pas/shared/migrations/former-due-times';
import { newId } from '@pas/shared/ids/id';
import { formerStateOf } from '@pas/shared/models/former';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { residenceIn, userRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';

await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const past = new Date('2026-02-01T00:00:00Z');
const later = new Date('2036-02-01T00:00:00Z');
const home = { id: newId('unit'), propertyId: newId('property') };
const cancelled = { ...residenceIn(home), startsAt: later, endsAt: later };

/** Stores a user as the last release without FORMER did. */
async function storeOld(residences: readonly Residence[], fields: Partial<UserRow> = {}): Promise<string> {
  const { isFormer: _former, formerDueAt: _due, ...row } = userRow(tenantId, fields);
  const old = residences.map(({ canceledAt: _at, ...residence }) => residence);
  await core.db?.collection<{ _id: string }>('users').insertOne({ ...row, residences: old } as never);
  return row._id;
}

/** Runs all batches of the migration. */
async function runAll(): Promise<void> {
  const migration = formerDueTimes('former-due-times');
  let batch = await migration.runBatch(null);
  while (batch) batch = await migration.runBatch(batch.position);
}

test.each<[string, readonly Residence[], Partial<UserRow>]>([
  ['has moved out of every home', [residenceIn(home, past), residenceIn(home, new Date(0))], {}],
  ['will have moved out', [residenceIn(home, past), residenceIn(home, later)], {}],
  ['lives somewhere without an end', [residenceIn(home, past), residenceIn(home)], {}],
  ['lives nowhere', [], {}],
  ['had a home cancelled', [cancelled], {}],
  ['moved out and had a home cancelled', [residenceIn(home, past), cancelled], {}],
  ['is disabled', [residenceIn(home, past)], { status: 'DISABLED' }],
])('the migration notes when a user is FORMER who %s', async (_what, residences, fields) => {
  const id = await storeOld(residences, fields);
  await runAll();
  await runAll();
  const row = await UserModel.findOne({ _id: id, tenantId }).lean<UserRow>();
  const state = row && formerStateOf(row, new Date(0));
  expect(row?.formerDueAt ?? null).toEqual(state?.formerDueAt);
  expect(row).toMatchObject({ version: 1, status: fields.status ?? 'ACTIVE' });
});
