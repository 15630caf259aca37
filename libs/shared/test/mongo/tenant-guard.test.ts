import { EventEmitter } from 'node:events';

import mongoose from 'mongoose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { useDatabases } from '@pas/testing/test-databases';
import { watchCommands, type CommandWatch } from '@pas/testing/watch-commands';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');

await useDatabases();
let watch: CommandWatch;
let unit: UnitRow;

beforeEach(async () => {
  unit = unitRow(tenantId);
  await UnitModel.insertMany([unit]);
  watch = watchCommands(core);
});
afterEach(() => watch.stop());

/** Makes a row without an owner, which the type forbids. */
const ownerless = () => ({ ...unitRow(tenantId), tenantId: undefined }) as unknown as UnitRow;
const stored = () => UnitModel.hydrate(unit);
const drain = async (cursor: AsyncIterable<unknown>): Promise<void> => {
  for await (const row of cursor) expect(row).toBeUndefined();
};
const update = { $set: { floor: '9' } };

/** Every static of a model that reads or writes rows, called without a tenant. */
const statics: Readonly<Record<string, () => unknown>> = {
  find: () => UnitModel.find({ label: 'x' }),
  findOne: () => UnitModel.findOne({ label: 'x' }),
  findById: () => UnitModel.findById(unit._id),
  findAndCount: () => UnitModel.findAndCount({}, null, { sort: { _id: 1 }, limit: 1 }),
  exists: () => UnitModel.exists({ _id: unit._id }),
  where: () => UnitModel.where('label').equals('x').find(),
  $where: () => UnitModel.$where('true'),
  countDocuments: () => UnitModel.countDocuments({ isLive: true }),
  estimatedDocumentCount: () => UnitModel.estimatedDocumentCount(),
  distinct: () => UnitModel.distinct('label', { isLive: true }),
  aggregate: () => UnitModel.aggregate([{ $match: { isLive: true } }]),
  watch: () =>
    UnitModel.watch()
      .on('error', () => undefined)
      .next(),
  findOneAndUpdate: () => UnitModel.findOneAndUpdate({ _id: unit._id }, update),
  findByIdAndUpdate: () => UnitModel.findByIdAndUpdate(unit._id, update),
  findOneAndDelete: () => UnitModel.findOneAndDelete({ _id: unit._id }),
  findByIdAndDelete: () => UnitModel.findByIdAndDelete(unit._id),
  findOneAndReplace: () => UnitModel.findOneAndReplace({ _id: unit._id }, unit),
  updateOne: () => UnitModel.updateOne({ _id: unit._id }, update),
  updateMany: () => UnitModel.updateMany({ isLive: true }, update),
  replaceOne: () => UnitModel.replaceOne({ _id: unit._id }, unit),
  deleteOne: () => UnitModel.deleteOne({ _id: unit._id }),
  deleteMany: () => UnitModel.deleteMany({}),
  create: () => UnitModel.create(ownerless()),
  insertOne: () => UnitModel.insertOne(ownerless(), { validateBeforeSave: false }),
  insertMany: () => UnitModel.insertMany([unitRow(tenantId), ownerless()], { lean: true }),
  bulkWrite: () => UnitModel.bulkWrite([{ updateOne: { filter: { _id: unit._id }, update } }]),
  bulkSave: () => UnitModel.bulkSave([stored().set('floor', '9')]),
  populate: () => UnitModel.populate([{ floor: unit._id }], { path: 'floor', model: UnitModel }),
};

/** Other members of a model: definitions, indexes, events, and work on objects in memory. */
const rowless = new Set(
  `useConnection discriminator init compile clientEncryption recompileSchema inspect namespace
   _applyQueryMiddleware $__updateConnection __subclass startSession createCollection syncIndexes
   diffIndexes cleanIndexes listIndexes ensureIndexes createIndexes createSearchIndexes
   createSearchIndex updateSearchIndex dropSearchIndex listSearchIndexes translateAliases
   applyDefaults applyVirtuals applyTimestamps castObject buildBulkWriteOperations hydrate
   validate`.split(/\s+/),
);

const functionsOf = (holder: object): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(holder))
    .filter(([, { value }]) => typeof value === 'function')
    .map(([name]) => name);

const modelFunctions = functionsOf(mongoose.Model);

/** Operations of a query. Mongoose implements each in a method with the same name after an underscore. */
const queryOperations = functionsOf(mongoose.Query.prototype).filter(
  (name) => `_${name}` in mongoose.Query.prototype || `__${name}` in mongoose.Query.prototype,
);

describe('a tenant-owned model, asked without a tenant', () => {
  test('is tested with every operation of a mongoose model', () => {
    const isKnown = (name: string): boolean =>
      name in statics || rowless.has(name) || name in EventEmitter.prototype;
    expect(modelFunctions.filter((name) => !isKnown(name))).toEqual([]);
    expect(queryOperations.length).toBeGreaterThan(10);
    expect(queryOperations.filter((name) => !isKnown(name))).toEqual([]);
  });

  test.each(Object.keys(statics))('refuses %s and sends nothing', async (name) => {
    await expect((async () => statics[name]?.())()).rejects.toThrow(/names no tenant|`tenantId` is required/);
    expect(watch.seen).toBe(0);
  });

  test.each<[string, () => unknown]>([
    ['a cursor', () => drain(UnitModel.find({ label: 'x' }).cursor())],
    ['the cursor of an aggregation', () => drain(UnitModel.aggregate([{ $match: {} }]).cursor())],
    ['an explanation', () => UnitModel.find({ label: 'x' }).explain()],
    ['a stored document’s save', () => stored().set('floor', '9').save()],
    [
      'a stored document’s save without checks',
      () => stored().set('floor', '9').save({ validateBeforeSave: false }),
    ],
    ['a stored document’s updateOne', () => stored().updateOne(update)],
    ['a stored document’s replaceOne', () => stored().replaceOne(unit)],
    ['a stored document’s deleteOne', () => stored().deleteOne()],
    ['a call that skips middleware', () => UnitModel.find({ label: 'x' }).setOptions({ middleware: false })],
    ['a save that skips checks', () => new UnitModel(ownerless()).save({ validateBeforeSave: false })],
    ['the collection itself', () => UnitModel.collection.findOne({ label: 'x' })],
    ['the end of the collection', () => UnitModel.collection.drop()],
    ['a builder of bulk writes', () => UnitModel.collection.initializeOrderedBulkOp()],
  ])('refuses %s', async (_name, ask) => {
    await expect((async () => ask())()).rejects.toThrow(/names no tenant|`tenantId` is required/);
    expect(watch.seen).toBe(0);
  });
});

describe('a filter of only alternatives', () => {
  const other = newId('tenant');
  test('passes if all name the same tenant', async () => {
    const found = await UnitModel.find({
      $or: [
        { tenantId, label: unit.label },
        { tenantId, floor: 'none' },
      ],
    });
    expect(found.map(({ _id }) => _id)).toContain(unit._id);
    expect(await UnitModel.countDocuments({ $or: [{ tenantId, _id: unit._id }] })).toBe(1);
  });

  test.each([
    ['one names none', [{ tenantId }, { label: 'x' }]],
    ['one names another', [{ tenantId }, { tenantId: other }]],
    ['one names several', [{ tenantId }, { tenantId: { $in: [tenantId, other] } }]],
    ['there are none', []],
  ])('is refused where %s', async (_when, alternatives) => {
    const filter = { $or: alternatives } as object;
    await expect(UnitModel.find(filter)).rejects.toThrow('names no tenant');
    await expect(UnitModel.deleteMany(filter)).rejects.toThrow('names no tenant');
  });

  test('is refused with another condition, and in a write', async () => {
    await expect(UnitModel.find({ label: 'x', $or: [{ tenantId }] })).rejects.toThrow('names no tenant');
    await expect(UnitModel.updateMany({ $or: [{ tenantId }] }, update)).rejects.toThrow('names no tenant');
  });
});
