import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { core } from '@pas/platform/mongo/connections';
import { useDatabases } from '@pas/testing/test-databases';
import { watchCommands, type CommandWatch } from '@pas/testing/watch-commands';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const otherTenantId = newId('tenant');

await useDatabases();
let watch: CommandWatch;

beforeEach(() => {
  watch = watchCommands(core);
});
afterEach(() => watch.stop());

/** Makes a row without an owner, which the type forbids. */
const ownerless = () => ({ ...unitRow(tenantId), tenantId: undefined }) as unknown as UnitRow;
const facet = (stage: unknown) => [{ $match: { tenantId } }, { $facet: { branch: [stage] } }] as never;
const after = (stage: unknown) => [{ $match: { tenantId } }, stage] as never;

describe('a tenant-owned model, asked for more than one tenant', () => {
  test.each<[string, object]>([
    ['a list of tenants', { tenantId: { $in: [tenantId, otherTenantId] } }],
    ['all but one', { tenantId: { $ne: tenantId } }],
    ['any', { tenantId: { $exists: true } }],
    ['one of two', { $or: [{ tenantId }, { tenantId: otherTenantId }] }],
    ['a pattern', { tenantId: /^ten_/ }],
    ['nobody', { tenantId: null }],
    ['the empty name', { tenantId: '' }],
  ])('refuses %s', async (_name, filter) => {
    await expect(UnitModel.find(filter as never)).rejects.toThrow('names no tenant');
    await expect(UnitModel.aggregate([{ $match: filter }])).rejects.toThrow('names no tenant');
  });

  test.each<[string, never]>([
    ['a tenant that comes second', [{ $sort: { _id: 1 } }, { $match: { tenantId } }] as never],
    ['$lookup', after({ $lookup: { from: 'users', localField: '_id', foreignField: 'x', as: 'users' } })],
    [
      '$lookup of another tenant',
      after({ $lookup: { from: 'users', pipeline: [{ $match: { tenantId: otherTenantId } }], as: 'users' } }),
    ],
    ['$unionWith by name', after({ $unionWith: 'users' })],
    ['$unionWith', after({ $unionWith: { coll: 'users', pipeline: [{ $match: { isLive: true } }] } })],
    [
      '$graphLookup',
      after({
        $graphLookup: {
          from: 'units',
          startWith: '$_id',
          connectFromField: 'a',
          connectToField: 'b',
          as: 'c',
        },
      }),
    ],
    ['$lookup within $facet', facet({ $lookup: { from: 'users', pipeline: [], as: 'users' } })],
    [
      '$unionWith within $lookup',
      after({
        $lookup: {
          from: 'users',
          as: 'users',
          pipeline: [{ $match: { tenantId } }, { $unionWith: 'units' }],
        },
      }),
    ],
    ['$out', after({ $out: 'copies' })],
    ['$merge', after({ $merge: { into: 'users' } })],
  ])('refuses an aggregation with %s', async (_name, pipeline) => {
    await expect(UnitModel.aggregate(pipeline)).rejects.toThrow('names no tenant');
    expect(watch.seen).toBe(0);
  });

  test.each<[string, () => unknown]>([
    ['$set', () => UnitModel.updateOne({ tenantId }, { $set: { tenantId: otherTenantId } })],
    ['a plain update', () => UnitModel.updateMany({ tenantId }, { tenantId: otherTenantId })],
    ['$unset', () => UnitModel.updateOne({ tenantId }, { $unset: { tenantId: 1 } })],
    ['$rename', () => UnitModel.updateOne({ tenantId }, { $rename: { floor: 'tenantId' } })],
    [
      'a pipeline that sets it',
      () => UnitModel.updateOne({ tenantId }, [{ $set: { tenantId } }], { updatePipeline: true }),
    ],
    [
      'a pipeline that replaces the row',
      () => UnitModel.updateOne({ tenantId }, [{ $replaceWith: { floor: '3' } }], { updatePipeline: true }),
    ],
    ['a replacement', () => UnitModel.replaceOne({ tenantId }, unitRow(otherTenantId))],
    ['findOneAndReplace', () => UnitModel.findOneAndReplace({ tenantId }, unitRow(otherTenantId))],
    [
      'a bulk insert',
      () => UnitModel.bulkWrite([{ insertOne: { document: ownerless() } }], { strict: false }),
    ],
    [
      'a bulk replacement',
      () =>
        UnitModel.bulkWrite([{ replaceOne: { filter: { tenantId }, replacement: unitRow(otherTenantId) } }]),
    ],
  ])('refuses to change the tenant of a row by %s', async (_name, ask) => {
    await expect((async () => ask())()).rejects.toThrow(/names no tenant|`tenantId` is required/);
    expect(watch.seen).toBe(0);
  });
});

describe('a listed look-up across tenants', () => {
  const byEmail = { crossTenant: 'users-by-email' };

  test('reads by its own index', async () => {
    const found = UserModel.find({ emailKey: 'jordan@example.test' }).setOptions(byEmail);
    await expect(found).resolves.toEqual([]);
    expect(watch.unconfined).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ['another field', () => UserModel.find({ phone: '+12025550123' }).setOptions(byEmail)],
    [
      'another collection',
      () => UnitModel.find({ emailKey: 'x' } as never).setOptions({ ...byEmail, strictQuery: false }),
    ],
    [
      'a purpose that is not listed',
      () => UserModel.find({ emailKey: 'x' }).setOptions({ crossTenant: 'toString' }),
    ],
    [
      'an update',
      () => UserModel.updateMany({ emailKey: 'x' }, { $set: { locale: 'en' } }, byEmail as never),
    ],
    ['a delete', () => UserModel.deleteMany({ emailKey: 'x' }, byEmail)],
  ])('does not allow %s', async (_name, ask) => {
    await expect((async () => ask())()).rejects.toThrow('names no tenant');
  });
});

describe('a tenant-owned model, asked for one tenant', () => {
  test('returns only that tenant’s rows', async () => {
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit, unitRow(otherTenantId)]);
    const mine = { tenantId, _id: unit._id };
    const own = [{ $match: { tenantId } }];

    expect(await UnitModel.findOne(mine).lean<UnitRow>()).toMatchObject({ _id: unit._id });
    expect(await UnitModel.distinct('tenantId', { tenantId })).toEqual([tenantId]);
    await UnitModel.updateOne(mine, { $set: { floor: '3', tenantId } });
    await UnitModel.updateOne(mine, [{ $set: { floor: '3' } }], { updatePipeline: true });
    await UnitModel.bulkWrite([
      { insertOne: { document: unitRow(tenantId) } },
      { updateOne: { filter: mine, update: { $set: { floor: '4' } } } },
    ]);
    const joined = await UnitModel.aggregate<{ units: unknown[] }>([
      ...own,
      { $lookup: { from: 'units', pipeline: own, as: 'units' } },
      { $unionWith: { coll: 'units', pipeline: own } },
    ]);
    expect(joined.length).toBeGreaterThan(1);
    const floors = await UnitModel.aggregate([...own, { $facet: { floors: [{ $count: 'n' }] } }]);
    expect(floors).toHaveLength(1);
    await UnitModel.deleteMany({ tenantId });
    expect(await UnitModel.countDocuments({ tenantId })).toBe(0);
    expect(await UnitModel.countDocuments({ tenantId: otherTenantId })).toBe(1);
    await UnitModel.deleteMany({ tenantId: otherTenantId });
    expect(watch.seen).toBeGreaterThan(8);
    expect(watch.unconfined).toEqual([]);
  });
});

describe('the watch on commands', () => {
  test('detects commands that bypass the models', async () => {
    await core.db?.collection('units').findOne({ label: 'x' });
    await core.db
      ?.collection('units')
      .aggregate([{ $match: { tenantId } }, { $unionWith: 'users' }])
      .toArray();
    await core.db?.collection('users').updateOne({ emailKey: 'x' }, { $set: { locale: 'en' } });
    await core.db?.collection('accounts').findOne({ emailKey: 'x' });
    expect(watch.unconfined).toHaveLength(3);
  });
});
