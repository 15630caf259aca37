import { recount, readTotals } from '@pas/platform/lists/row-totals';
import { newId } from '@pas/shared/ids/id';
import { RowCountModel } from '@pas/platform/lists/row-count';
import { UnitModel } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { unitRow } from '@pas/testing/rows';

let tenantId: string;
let deletedId: string;
await useDatabases();
beforeEach(() => {
  tenantId = newId('tenant');
  deletedId = newId('unit');
});

const units = (count: number) => Array.from({ length: count }, () => unitRow(tenantId));
const total = async (): Promise<number> => (await readTotals({ model: UnitModel as never, tenantId })).rows;
const remove = (id: string) =>
  inTransaction(core, (session) =>
    UnitModel.updateOne(
      { _id: id, tenantId, isLive: true },
      { $set: { isLive: false, deletedAt: new Date() } },
      { session },
    ),
  );

describe('the total of a list', () => {
  test('follows inserts and deletes of any kind, and nothing else', async () => {
    expect(await total()).toBe(0);
    const [first, ...rows] = units(5);
    await UnitModel.insertMany(rows);
    await UnitModel.collection.insertOne(first as never);
    await UnitModel.bulkWrite([{ insertOne: { document: unitRow(tenantId) } }]);
    await UnitModel.insertMany([unitRow(tenantId, { isLive: false }), unitRow(newId('tenant'))]);
    expect(await total()).toBe(6);
    await UnitModel.updateOne(
      { _id: first?._id ?? '', tenantId },
      { $set: { label: 'Penthouse', labelKey: 'PENTHOUSE' } },
    );
    expect(await total()).toBe(6);
    await remove(first?._id ?? '');
    await remove(first?._id ?? '');
    expect(await total()).toBe(5);
    await UnitModel.updateMany({ tenantId, isLive: true }, { $set: { isLive: false } });
    expect(await total()).toBe(0);
  });

  test('is counted once for rows older than the stored count', async () => {
    await UnitModel.insertMany(units(3));
    await RowCountModel.deleteMany({ tenantId });
    expect(await Promise.all(Array.from({ length: 5 }, total))).toEqual([3, 3, 3, 3, 3]);
    await UnitModel.insertMany(units(2));
    expect(await total()).toBe(5);
  });

  test('does not count a transaction that was rolled back', async () => {
    await expect(
      inTransaction(core, async (session) => {
        await UnitModel.insertMany(units(2), { session });
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect(await total()).toBe(0);
  });

  test('is always right during writes, folds and recounts', async () => {
    const seen: number[] = [];
    const writing = new AbortController();
    const reading = (async () => {
      while (!writing.signal.aborted) seen.push(await total());
    })();
    const write = async (): Promise<void> => {
      for (let i = 0; i < 40; i += 1) {
        const [row] = units(1);
        await inTransaction(core, (session) => UnitModel.insertMany([row], { session }));
        if (i % 10 === 9) await remove(row?._id ?? '');
      }
    };
    const counting = (async () => {
      for (let i = 0; i < 5; i += 1) await recount({ model: UnitModel as never, tenantId });
    })();
    await Promise.all([write(), write(), write(), write(), counting]);
    writing.abort();
    await reading;
    expect(await total()).toBe(144);
    expect(await UnitModel.countDocuments({ tenantId, isLive: true })).toBe(144);
    expect(Math.max(...seen)).toBeLessThanOrEqual(148);
  });

  test('is stored in few rows after any number of writes', async () => {
    await total();
    await Promise.all(units(300).map((row) => UnitModel.insertMany([row])));
    await waitUntil(
      async () => {
        expect(await total()).toBe(300);
        return (await RowCountModel.countDocuments({ tenantId })) <= 2;
      },
      { what: 'the counts to be folded' },
    );
  });
});

test.each([
  [
    'a delete that may hit a deleted row',
    0,
    () => UnitModel.updateMany({ tenantId }, { $set: { isLive: false } }),
  ],
  [
    'a delete by the row it answers',
    2,
    () => UnitModel.findOneAndUpdate({ tenantId, isLive: true }, { isLive: false }),
  ],
  ['a hard delete', 2, () => UnitModel.deleteMany({ tenantId, label: { $ne: 'kept' } })],
  [
    'a replacement',
    4,
    () => UnitModel.replaceOne({ tenantId, isLive: false }, { ...unitRow(tenantId), _id: deletedId }),
  ],
  [
    'a delete among others',
    2,
    () =>
      UnitModel.bulkWrite([
        { updateMany: { filter: { tenantId, label: 'kept' }, update: { $set: { isLive: false } } } },
        { insertOne: { document: unitRow(tenantId) } },
      ]),
  ],
])('the total is right after %s too', async (_name, left, write) => {
  const kept = { label: 'kept' };
  await UnitModel.insertMany([
    unitRow(tenantId),
    unitRow(tenantId, kept),
    unitRow(tenantId, kept),
    unitRow(tenantId, { _id: deletedId, isLive: false }),
  ]);
  expect(await total()).toBe(3);
  await write();
  expect(await total()).toBe(left);
});
