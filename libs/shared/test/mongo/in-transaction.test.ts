import { beforeEach, describe, expect, test } from 'vitest';

import { Fault } from '@pas/platform/errors/fault';
import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { core, maxPoolSize } from '@pas/platform/mongo/connections';
import { inTransaction, RunAgain } from '@pas/platform/mongo/in-transaction';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';

import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');

const databases = await useDatabases();
beforeEach(() => databases.clear());

const count = () => UnitModel.countDocuments({ tenantId });

/** Holds a number of transactions open until `release`. */
function occupy(places: number): { areOpen: () => boolean; release: () => Promise<unknown> } {
  let open = 0;
  const gate = Promise.withResolvers<void>();
  const hold = async (): Promise<void> => {
    open += 1;
    await gate.promise;
  };
  const held = Array.from({ length: places }, (_, place) => inTransaction(core, hold, `owner ${place}`));
  return {
    areOpen: () => open === places,
    release: () => {
      gate.resolve();
      return Promise.all(held);
    },
  };
}

describe('a transaction', () => {
  test('answers what its work answers, and keeps what it wrote', async () => {
    const unit = unitRow(tenantId);
    const answer = await inTransaction(core, async (session) => {
      await UnitModel.insertMany([unit], { session });
      return unit._id;
    });
    expect(answer).toBe(unit._id);
    expect(await count()).toBe(1);
  });

  test.each<[string, Error]>([
    ['a fault', new Fault('conflict', 'refused', 'It is refused.')],
    ['a mistake', new TypeError('it is not a function')],
  ])('keeps nothing when its work ends with %s', async (_name, failure) => {
    const write = inTransaction(core, async (session) => {
      await UnitModel.insertMany([unitRow(tenantId), unitRow(tenantId)], { session });
      throw failure;
    });
    await expect(write).rejects.toBe(failure);
    expect(await count()).toBe(0);
  });

  test('keeps nothing when the database refuses one of its writes', async () => {
    const unit = unitRow(tenantId);
    const write = inTransaction(core, async (session) => {
      await UnitModel.insertMany([unit], { session });
      await UnitModel.insertMany([unit], { session });
    });
    await expect(write).rejects.toThrow('E11000');
    expect(await count()).toBe(0);
  });

  test('is invisible before its commit', async () => {
    await inTransaction(core, async (session) => {
      await UnitModel.insertMany([unitRow(tenantId)], { session });
      expect(await count()).toBe(0);
    });
    expect(await count()).toBe(1);
  });

  test('runs again after a conflict, until every one of many has its effect', async () => {
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit]);
    const filter = { _id: unit._id, tenantId };
    let runs = 0;
    const raise = () =>
      inTransaction(core, async (session) => {
        runs += 1;
        const row = await UnitModel.findOne(filter).session(session).lean<UnitRow>();
        const childrenEpoch = (row?.childrenEpoch ?? 0) + 1;
        await UnitModel.updateOne(filter, { $set: { childrenEpoch } }, { session });
      });
    await Promise.all(Array.from({ length: 20 }, raise));
    expect((await UnitModel.findOne(filter).lean<UnitRow>())?.childrenEpoch).toBe(20);
    expect(runs).toBeGreaterThan(20);
  });

  test('takes its turn after two conflicts, so that forty at one row need few tries each', async () => {
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit]);
    const filter = { _id: unit._id, tenantId };
    let runs = 0;
    const raise = async () =>
      inTransaction(
        core,
        async (session) => {
          runs += 1;
          const row = await UnitModel.findOne(filter).session(session).lean<UnitRow>();
          const childrenEpoch = (row?.childrenEpoch ?? 0) + 1;
          await UnitModel.updateOne(filter, { $set: { childrenEpoch } }, { session });
        },
        tenantId,
      );
    await Promise.all(Array.from({ length: 40 }, raise));
    expect((await UnitModel.findOne(filter).lean<UnitRow>())?.childrenEpoch).toBe(40);
    // Two free tries each, and one more in turn; a try in turn may meet a free one of another.
    expect(runs).toBeLessThanOrEqual(40 * 4);
  });

  test('runs again after a write to a socket whose other end has just gone', async () => {
    const gone = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    const unit = unitRow(tenantId);
    let runs = 0;
    await inTransaction(core, async (session) => {
      runs += 1;
      await UnitModel.insertMany([unit], { session });
      if (runs === 1) throw gone;
    });
    expect(runs).toBe(2);
    expect(await count()).toBe(1);
  });
});

describe('a callback of a transaction', () => {
  test('runs after the commit, only for the committed try', async () => {
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit]);
    const filter = { _id: unit._id, tenantId };
    const calls: number[] = [];
    const raise = async (index: number) =>
      inTransaction(core, async (session, transaction) => {
        transaction.onCommitted(() => calls.push(index));
        await UnitModel.updateOne(filter, { $inc: { childrenEpoch: 1 } }, { session });
      });
    const raises = Array.from({ length: 12 }, (_, index) => raise(index));
    await Promise.all(raises);
    expect(calls.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  test('does not run when the work fails', async () => {
    let calls = 0;
    const failed = inTransaction(core, async (_session, transaction) => {
      transaction.onCommitted(() => (calls += 1));
      return Promise.reject(new Error('at the end'));
    });
    await expect(failed).rejects.toThrow('at the end');
    expect(calls).toBe(0);
  });

  test('is undone once for each try that is rolled back, and not for the one that is committed', async () => {
    const undone: number[] = [];
    await inTransaction(core, async (_session, transaction) => {
      const { attempt } = transaction;
      transaction.onUndone(() => undone.push(attempt));
      if (attempt < 3) throw new RunAgain('not yet', 0);
      return Promise.resolve();
    });
    expect(undone).toEqual([1, 2]);
    const failed = inTransaction(core, async (_session, transaction) => {
      transaction.onUndone(() => undone.push(0));
      return Promise.reject(new Error('at the end'));
    });
    await expect(failed).rejects.toThrow('at the end');
    expect(undone).toEqual([1, 2, 0]);
  });
});

describe('open transactions of a process', () => {
  test('each have a number of their own', async () => {
    const gate = Promise.withResolvers<void>();
    const permits = new Set<number>();
    const open = Array.from({ length: 10 }, () =>
      inTransaction(core, async (_session, { permit }) => {
        permits.add(permit);
        if (permits.size === 10) gate.resolve();
        await gate.promise;
      }),
    );
    await Promise.all(open);
    expect(Math.max(...permits)).toBeLessThan(maxPoolSize);
  });
});

describe('more transactions than there are places', () => {
  const places = maxPoolSize * 0.8;

  test('503 after two seconds without one, and the pool still serves reads', async () => {
    const held = occupy(places);
    await waitUntil(held.areOpen, { what: 'every place to be taken' });
    const startedAt = performance.now();
    const refused = await inTransaction(core, () => Promise.resolve()).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      kind: 'unavailable',
      code: 'overloaded',
      details: { headers: { 'Retry-After': '1' } },
    });
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    expect(await count()).toBe(0);
    await held.release();
    expect(await inTransaction(core, () => Promise.resolve('in'))).toBe('in');
  });

  test('leave places to others if one owner has them', async () => {
    const gate = Promise.withResolvers<void>();
    let open = 0;
    const hold = async (): Promise<void> => {
      open += 1;
      await gate.promise;
    };
    const held = Array.from({ length: places }, () => inTransaction(core, hold, 'one owner'));
    expect(await inTransaction(core, () => Promise.resolve('in'), 'another owner')).toBe('in');
    expect(open).toBeLessThan(places / 2);
    gate.resolve();
    await Promise.all(held);
    expect(open).toBe(places);
  });

  test('wait for their turn and have it', async () => {
    const held = occupy(places);
    await waitUntil(held.areOpen, { what: 'every place to be taken' });
    const lateCount = places / 2;
    const late = Array.from({ length: lateCount }, () =>
      inTransaction(core, (session) => UnitModel.insertMany([unitRow(tenantId)], { session })),
    );
    await held.release();
    await Promise.all(late);
    expect(await count()).toBe(lateCount);
  });
});
