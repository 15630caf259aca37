import type { RequestListener } from 'node:http';
import { control, core } from '@pas/platform/mongo/connections';
import { listen, portOf } from '@pas/platform/http/listen';
import { newId } from '@pas/shared/ids/id';
import { ImportModel } from '@pas/shared/models/import';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { unitRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { needsOf, watchGrants } from '@pas/testing/watch-grants';
import { expect, test } from 'vitest';

await useDatabases();
const tenantId = newId('tenant');

/** Does work as a request to a program, and says what the program's user may not. */
async function serve(program: string, work: () => Promise<unknown>): Promise<string | null> {
  const grants = watchGrants(program);
  const app: RequestListener = (_request, response) => void work().finally(() => response.end());
  const server = await listen(grants.around(app), { host: '127.0.0.1', port: 0 });
  await fetch(`http://127.0.0.1:${portOf(server)}`);
  server.close();
  try {
    grants.requireGranted();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test('a request may do what the models let its program do', async () => {
  expect(await serve('admin', async () => UnitModel.insertMany([unitRow(tenantId)]))).toBeNull();
  expect(await serve('resident', async () => TenantModel.findById(tenantId).lean())).toBeNull();
});

test.each<[string, string, () => Promise<unknown>, string]>([
  ['webhooks', 'reads imports', async () => ImportModel.find({ tenantId }).lean(), 'find on imports (core)'],
  [
    'resident',
    'changes a tenant',
    async () => TenantModel.updateOne({ _id: tenantId }, { $set: { status: 'SUSPENDED' } }),
    'update on tenants (control)',
  ],
  ['gateway', 'deletes users', async () => UserModel.deleteMany({ tenantId }), 'remove on users (core)'],
  [
    'admin',
    'looks into another collection',
    async () =>
      UnitModel.aggregate([
        { $match: { tenantId } },
        { $unionWith: { coll: 'passkey_challenges', pipeline: [{ $match: { tenantId } }] } },
      ]),
    'find on passkey_challenges (core)',
  ],
  [
    'admin',
    'drops a database',
    async () => core.useDb(`${control.name}_x`).dropDatabase(),
    'dropDatabase on',
  ],
])('a request to %s that %s fails its test', async (program, _what, work, refusal) => {
  expect(await serve(program, work)).toContain(refusal);
});

test('work of the test itself does not count as the program’s', async () => {
  const grants = watchGrants('webhooks');
  await UnitModel.find({ tenantId }).lean();
  expect(() => grants.requireGranted()).not.toThrow();
});

test('an upsert inserts and updates', () => {
  const update = { update: 'units', updates: [{ q: {}, u: {}, upsert: true }] };
  expect(needsOf('update', update)?.map(({ action }) => action)).toEqual(['insert', 'update']);
});
