import { describe, expect, test } from 'vitest';

import { newId } from '@pas/shared/ids/id';
import '@pas/shared/models/all-models';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { control, core } from '@pas/platform/mongo/connections';
import { isGuarded } from '@pas/platform/mongo/tenant-guard';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');

await useDatabases(openOwnDatabases);

const attempt = async (ask: () => unknown): Promise<unknown> => ask();

describe('a model', () => {
  test('keeps a row as it is, without a field of mongoose’s own', async () => {
    const unit = unitRow(tenantId, { floor: null, label: 'Apt 4', labelKey: '4' });
    await UnitModel.insertMany([unit]);
    expect(await UnitModel.findOne({ _id: unit._id, tenantId }).lean<UnitRow>()).toEqual({
      ...unit,
      searchWords: ['apt', '4'],
      labelOrder: 'apt 0014',
    });
  });

  test.each<[string, () => unknown]>([
    ['an insert', () => UnitModel.insertMany([{ ...unitRow(tenantId), flor: '3' } as never])],
    ['an update', () => UnitModel.updateOne({ tenantId }, { $set: { flor: '3' } })],
    ['a nested update', () => UnitModel.updateOne({ tenantId }, { $set: { 'floor.level': '3' } })],
    ['a filter', () => UnitModel.find({ tenantId, flor: '3' } as never)],
  ])('refuses a field in %s that it doesn’t declare', async (_name, ask) => {
    await expect(attempt(ask)).rejects.toThrow(/flor|floor/);
  });

  test('refuses a row without what every row has', async () => {
    for (const field of ['_id', 'tenantId', 'createdAt', 'updatedAt', 'version', 'isLive']) {
      const row = Object.fromEntries(Object.entries(unitRow(tenantId)).filter(([name]) => name !== field));
      await expect(UnitModel.insertMany([row as never])).rejects.toThrow(field);
    }
  });

  test('takes no operator in the place of a value', async () => {
    const operator = { $gt: '' } as never;
    await expect(
      attempt(() => UnitModel.updateOne({ tenantId }, { $set: { floor: operator } })),
    ).rejects.toThrow('floor');
    await expect(attempt(() => UnitModel.find({ tenantId: operator }))).rejects.toThrow('names no tenant');
  });

  test('that knows a tenant stands behind the guard, but for those listed here', () => {
    const models = [core, control].flatMap((connection) => Object.values(connection.models));
    const unguarded = models
      .filter((model) => 'tenantId' in model.schema.paths && !isGuarded(model.collection.name))
      .map((model) => model.collection.name);
    // The sweeper works for all tenants. Sessions, keys and setup links are found by a secret's hash before the tenant is
    // known.
    // The use of a key and a staff name are found by ids, after a check of the tenant. A webhook's tenant is known
    // only after processing.
    expect(new Set(unguarded)).toEqual(
      new Set([
        'outbox',
        'sessions',
        'password_resets',
        'operator_sessions',
        'api_keys',
        'setup_links',
        'key_usage',
        'staff_names',
        'webhook_receipts',
      ]),
    );
  });
});
