import { beforeEach, describe, expect, test } from 'vitest';

import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf, retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import { toTakenValue } from '@pas/platform/mongo/taken-value';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const propertyId = newId('property');

const databases = await useDatabases(openOwnDatabases);
beforeEach(() => databases.clear());

const find = (labelKey: string) =>
  UnitModel.findOne({ tenantId, propertyId, labelKey, isLive: true }).lean<UnitRow>();
const make = (fields: Partial<UnitRow>) => unitRow(tenantId, { propertyId, ...fields });
const refusalOf = (write: Promise<unknown>) =>
  write.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the index that refused a write', () => {
  test('is named for a single row, for several and within a transaction', async () => {
    const first = make({ labelKey: '4B', externalId: 'e1' });
    await UnitModel.insertMany([first]);
    const twice = () => [make({ labelKey: '4B' })];
    const refusals = await Promise.all([
      refusalOf(UnitModel.create(twice())),
      refusalOf(UnitModel.insertMany([make({}), ...twice()])),
      refusalOf(inTransaction(core, (session) => UnitModel.insertMany(twice(), { session }))),
      refusalOf(UnitModel.insertMany([first])),
      refusalOf(UnitModel.insertMany([make({ externalId: 'e1' })])),
    ]);
    expect(refusals.map(duplicateKeyOf)).toEqual([
      'tenantId_1_propertyId_1_labelKey_1',
      'tenantId_1_propertyId_1_labelKey_1',
      'tenantId_1_propertyId_1_labelKey_1',
      '_id_',
      'tenantId_1_externalId_1',
    ]);
  });

  test('is named though the value looks like a name', async () => {
    const labelKey = 'index: other dup key: { x: 1 }';
    await UnitModel.insertMany([make({ labelKey })]);
    const refusal = await refusalOf(UnitModel.insertMany([make({ labelKey })]));
    expect(duplicateKeyOf(refusal)).toBe('tenantId_1_propertyId_1_labelKey_1');
  });

  test.each([[new Error('E11000 index: x dup key')], [undefined], [null], ['text'], [{ code: 112 }]])(
    'is none for %s',
    (error) => {
      expect(duplicateKeyOf(error)).toBeNull();
    },
  );

  test('lets a deleted row’s values be taken again', async () => {
    await UnitModel.insertMany([
      make({ labelKey: '4B', isLive: false }),
      make({ labelKey: '4B', isLive: false }),
    ]);
    await UnitModel.insertMany([make({ labelKey: '4B' })]);
    expect(await UnitModel.countDocuments({ tenantId })).toBe(3);
  });
});

describe('a value that another row has', () => {
  test('is a conflict that names the field as clients know it, with the error of the index as its cause', async () => {
    await UnitModel.insertMany([make({ labelKey: '4B' })]);
    const refusal = await refusalOf(UnitModel.insertMany([make({ labelKey: '4B' })]));
    const conflict = toTakenValue(refusal);
    expect(conflict).toMatchObject({
      code: 'already_exists',
      message: 'There is already a unit with this label. Use another one or change the existing unit.',
      details: { errors: [{ path: 'label', code: 'already_exists' }] },
    });
    expect(duplicateKeyOf(conflict)).toBe('tenantId_1_propertyId_1_labelKey_1');
  });

  test('stays the error of the store for an index that clients do not know', async () => {
    const first = make({});
    await UnitModel.insertMany([first]);
    const refusal = await refusalOf(UnitModel.insertMany([first]));
    expect(toTakenValue(refusal)).toBe(refusal);
    expect(toTakenValue('text')).toBe('text');
  });
});

describe('a lost race', () => {
  const ensure = (labelKey: string) =>
    retryOnDuplicate(['labelKey'], async () => {
      const existing = await find(labelKey);
      if (existing) return { id: existing._id, isNew: false };
      const unit = make({ labelKey });
      await UnitModel.insertMany([unit]);
      return { id: unit._id, isNew: true };
    });

  test('ends with the winner’s row, for fifty at once', async () => {
    const ensured = await Promise.all(Array.from({ length: 50 }, () => ensure('4B')));
    expect(new Set(ensured.map(({ id }) => id)).size).toBe(1);
    expect(ensured.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await UnitModel.countDocuments({ tenantId })).toBe(1);
  });

  test('is distinguished from another rule, which is not retried', async () => {
    await UnitModel.insertMany([make({ externalId: 'e1' })]);
    let tries = 0;
    const write = retryOnDuplicate(['labelKey'], async () => {
      tries += 1;
      await UnitModel.insertMany([make({ externalId: 'e1' })]);
    });
    await expect(write).rejects.toThrow('E11000');
    expect(tries).toBe(1);
  });

  test('that is lost again and again is given up', async () => {
    await UnitModel.insertMany([make({ labelKey: '4B' })]);
    let tries = 0;
    const write = retryOnDuplicate(['labelKey'], async () => {
      tries += 1;
      await UnitModel.insertMany([make({ labelKey: '4B' })]);
    });
    await expect(write).rejects.toThrow('E11000');
    expect(tries).toBe(3);
  });
});
