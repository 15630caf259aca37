import { core } from '@pas/platform/mongo/connections';
import { UnitModel } from '@pas/shared/models/unit';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

await useDatabases(openOwnDatabases);

type Command = Record<string, unknown>;

const tenantId = 'ten_1';
const byIds = { _id: { $in: ['unit_1', 'unit_2'] }, tenantId };
const byId = { _id: 'unit_1', tenantId };
const touch = { $set: { updatedAt: new Date(0) } };
const idIndex = { _id: 1 };

/** Returns the parts of a command that may name an index: itself, or its steps. */
const partsOf = ({ updates, deletes, ...command }: Command): Command[] =>
  ((updates ?? deletes) as Command[] | undefined) ?? [command];

describe('a statement that names ids and the tenant', () => {
  const sent: Command[] = [];
  const record = ({ command }: { command: Command }): void => {
    const names = [command['find'], command['update'], command['delete'], command['findAndModify']];
    if (names.includes('units')) sent.push(command);
  };
  beforeAll(() => void core.getClient().on('commandStarted', record));
  afterAll(() => void core.getClient().off('commandStarted', record));
  beforeEach(() => void sent.splice(0));

  const hints = (): unknown[] => sent.flatMap(partsOf).map(({ hint }) => hint);

  test('uses the index of the ids, whatever it does', async () => {
    await UnitModel.find(byIds).lean();
    await UnitModel.findOne(byId).lean();
    await UnitModel.updateMany(byIds, touch);
    await UnitModel.updateOne(byId, touch);
    await UnitModel.findOneAndUpdate(byId, touch).lean();
    await UnitModel.collection.deleteMany(byIds as never);
    await UnitModel.collection.bulkWrite([
      { updateOne: { filter: byId as never, update: touch } },
      { deleteMany: { filter: byIds as never } },
    ]);
    expect(hints()).toEqual(Array.from({ length: 8 }, () => idIndex));
  });

  test('keeps an index that it names itself', async () => {
    const own = { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 };
    await UnitModel.find(byIds).hint(own).lean();
    expect(hints()).toEqual([own]);
  });

  test('leaves filters without ids, or with ids only, to MongoDB', async () => {
    await UnitModel.find({ tenantId, isLive: true }).lean();
    await UnitModel.find({ tenantId, _id: { $gt: 'unit_1' } }).lean();
    expect(hints()).toEqual([undefined, undefined]);
  });
});
