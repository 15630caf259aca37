import { WorkLeaseModel } from '@pas/platform/leases/work-lease';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import type { Migration } from '@pas/platform/migrations/migration';
import { MigrationModel, type MigrationRow } from '@pas/platform/migrations/migration-row';
import { migrationCheck, pendingMigrations } from '@pas/platform/migrations/pending-migrations';
import { readLedger } from '@pas/platform/migrations/read-ledger';
import { followUpMigrations, isFollowUpDue, runMigrations } from '@pas/platform/migrations/run-migrations';
import { core } from '@pas/platform/mongo/connections';
import {
  exampleBatchSize,
  exampleEntries,
  exampleMigration,
  oldEntries,
  type ExampleEntry,
} from '@pas/testing/example-migration';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';

const databases = await useDatabases(openOwnDatabases);
const tenantId = 'ten_1';
const migration = exampleMigration();
const { id } = migration;

/** Two whole batches and a part of a third one. */
const amounts = Array.from({ length: 2 * exampleBatchSize + 5 }, (_, index) => String(index));

async function addEntries(texts: readonly string[], tenant = tenantId): Promise<ExampleEntry[]> {
  const rows = oldEntries(tenant, texts);
  await exampleEntries().insertMany(rows);
  return rows;
}

const storedEntries = () => exampleEntries().find({}).sort({ _id: 1 }).toArray();
const ledger = () => MigrationModel.findOne({ _id: id }).lean<MigrationRow>();
const readEntry = async () => (await readLedger([id]))[0];

/** Makes a migration that also records the positions of its batches. */
function recorded(positions: (string | null)[], base: Migration = migration): Migration {
  return {
    ...base,
    runBatch: async (position) => {
      positions.push(position);
      return base.runBatch(position);
    },
  };
}

const failingAfterFirstBatch: Migration = {
  ...migration,
  runBatch: async (position) => {
    if (position !== null) throw new Error('broken');
    return migration.runBatch(position);
  },
};

beforeEach(async () => {
  await databases.clear();
  await MigrationModel.deleteMany({});
});

describe('a migration', () => {
  test('changes all rows batch by batch, and the ledger counts them', async () => {
    const rows = await addEntries(amounts);
    expect(await readEntry()).toMatchObject({ state: 'PENDING', examined: 0, startedAt: null });
    const positions: (string | null)[] = [];
    await runMigrations([recorded(positions)]);
    expect(await storedEntries()).toEqual(rows.map((row, index) => ({ ...row, amount: index, writes: 1 })));
    expect(positions).toEqual([null, rows[9]?._id, rows[19]?._id, rows[24]?._id]);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 25, changed: 25, findings: 0 });
    const entry = await ledger();
    expect(entry).toMatchObject({ position: null, checkedAt: null });
    expect(entry?.finishedAt).toBeInstanceOf(Date);
  });

  test('reports a row that people must examine, once', async () => {
    const [, wrong] = await addEntries(['1', 'one']);
    await addEntries(['2'], 'ten_2');
    await runMigrations([migration]);
    await runMigrations([migration]);
    expect(await readFindings(id)).toMatchObject([{ tenantId, rowId: wrong?._id, migration: id }]);
    expect(await readEntry()).toMatchObject({ changed: 3, findings: 1 });
  });

  test('stays done, and leaves its rows unchanged in a second run', async () => {
    await addEntries(amounts);
    await runMigrations([migration]);
    const first = await storedEntries();
    await runMigrations([migration]);
    await runMigrations([migration]);
    expect(await storedEntries()).toEqual(first);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 25, changed: 25 });
  });

  test('runs after the earlier ones, which no longer run when they are done', async () => {
    const order: string[] = [];
    const named = (name: string): Migration => ({
      ...exampleMigration(name),
      runBatch: async () => {
        order.push(name);
        return null;
      },
    });
    await runMigrations([named('0001-first')]);
    await MigrationModel.updateOne({ _id: '0001-first' }, { finishedAt: new Date(0) });
    await runMigrations([named('0001-first'), named('0002-second'), named('0003-third')]);
    expect(order).toEqual(['0001-first', '0002-second', '0003-third']);
  });

  test('that fails resumes after its last finished batch', async () => {
    const rows = await addEntries(amounts);
    await expect(runMigrations([failingAfterFirstBatch])).rejects.toThrow('broken');
    expect(await ledger()).toMatchObject({ state: 'RUNNING', position: rows[9]?._id, examined: 10 });
    const positions: (string | null)[] = [];
    await runMigrations([recorded(positions)]);
    expect(positions[0]).toBe(rows[9]?._id);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 25, changed: 25 });
  });
});

describe('rows that the previous release writes after the first pass', () => {
  test('are changed by a follow-up pass, which the ledger records', async () => {
    await addEntries(['1']);
    await runMigrations([migration]);
    await addEntries(['2', 'two'], 'ten_2');
    expect(await isFollowUpDue([migration], 60_000)).toBe(false);
    expect(await isFollowUpDue([migration], -1)).toBe(true);
    await followUpMigrations([migration]);
    expect((await storedEntries()).map(({ amount }) => amount)).toEqual([1, 2, 0]);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 1, changed: 3, findings: 1 });
    expect((await ledger())?.checkedAt).toBeInstanceOf(Date);
  });

  test('are left to the next holder of a lost lease', async () => {
    await runMigrations([migration]);
    await addEntries(['1']);
    await followUpMigrations([migration], () => Promise.resolve(false));
    expect((await storedEntries()).map(({ amount }) => amount)).toEqual(['1']);
    expect((await ledger())?.checkedAt).toBeNull();
  });

  test('make no migration of another release due', async () => {
    await runMigrations([migration]);
    expect(await isFollowUpDue([{ ...migration, id: '0000-other' }], -1)).toBe(false);
  });

  test('are changed by the next run too, but not after a day', async () => {
    await runMigrations([migration]);
    await addEntries(['1']);
    await runMigrations([migration]);
    expect(await storedEntries()).toMatchObject([{ amount: 1 }]);
    await MigrationModel.updateOne({ _id: id }, { finishedAt: new Date(Date.now() - 25 * 3_600_000) });
    await addEntries(['2'], 'ten_2');
    expect(await isFollowUpDue([migration], -1)).toBe(false);
    await runMigrations([migration]);
    expect(await storedEntries()).toMatchObject([{ amount: 1 }, { amount: '2' }]);
  });
});

describe('two processes', () => {
  test('take turns: the second one waits for the lease, and then makes a follow-up pass', async () => {
    const rows = await addEntries(amounts);
    const positions: (string | null)[] = [];
    await Promise.all([runMigrations([recorded(positions)]), runMigrations([recorded(positions)])]);
    const pass = [null, rows[9]?._id, rows[19]?._id, rows[24]?._id];
    expect(positions).toEqual([...pass, ...pass]);
    expect((await storedEntries()).every(({ writes }) => writes === 1)).toBe(true);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: rows.length, changed: rows.length });
  });

  test('that run the same batch count it once, and change each row once', async () => {
    const rows = await addEntries([...amounts, 'none']);
    let isFrozen = true;
    let end: unknown;
    const frozen: Migration = {
      ...migration,
      runBatch: async (position) => {
        if (isFrozen) {
          isFrozen = false;
          // The lease of a frozen process expires, and another process finishes the batch.
          await WorkLeaseModel.deleteMany({});
          end = await runMigrations([failingAfterFirstBatch]).catch((error: unknown) => error);
        }
        return migration.runBatch(position);
      },
    };
    await runMigrations([frozen]);
    expect(end).toMatchObject({ message: 'broken' });
    expect((await storedEntries()).every(({ writes }) => writes === 1)).toBe(true);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: rows.length, findings: 1 });
  });
});

test('a process is unready until its migrations have run', async () => {
  const { check } = migrationCheck(core, [id]);
  await expect(check()).rejects.toThrow(`pending: ${id}. Run pas migrations apply.`);
  await runMigrations([migration]);
  expect(await pendingMigrations(core, [id])).toEqual([]);
  await waitUntil(
    async () => {
      await check();
      return true;
    },
    { what: 'the check to ask again' },
  );
  expect(check()).toBeUndefined();
});
