import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withSnapshotWindow } from '../src/backup/snapshot-window.ts';
import { head, useBackupSystem } from './backup-system.ts';
import { runPas } from './run-pas.ts';

const system = await useBackupSystem();
const { client, core, control, env, backup } = system;

/** Returns everything that a restore must bring back: bytes of rows, options and indexes. */
async function contentOf(db: typeof core) {
  const listed = await db.listCollections({}, { nameOnly: false }).toArray();
  const contents = listed.map(async ({ name, options }) => {
    const rows = await db.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray();
    const bytes = rows.map((row) => Buffer.from(row as unknown as Uint8Array).toString('hex'));
    return { name, options, bytes, indexes: await db.collection(name).listIndexes().toArray() };
  });
  return (await Promise.all(contents)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Collections whose rows a restore changes: those that are left out, and the marked ends of the events. */
const changed = ['sessions', 'public_event_heads'];
const comparable = (collections: Awaited<ReturnType<typeof contentOf>>) =>
  collections.map((found) => (changed.includes(found.name) ? { ...found, bytes: [] } : found));

test('a restore brings back the bytes of all rows, indexes and validators, and leaves sessions out', async () => {
  const before = await Promise.all([contentOf(core), contentOf(control)]);
  const made = await backup('create');
  expect(JSON.parse(made.stdout)).toMatchObject({
    databases: { TEST: { documents: 3 }, control: { documents: 2 } },
  });
  await core.collection('units').insertOne({ label: 'of the lost future' });

  expect(await backup('restore', '--replace')).toMatchObject({ code: 0, stdout: made.stdout });
  const after = await Promise.all([contentOf(core), contentOf(control)]);
  expect(after.map(comparable)).toEqual(before.map(comparable));
  expect(await core.collection('sessions').countDocuments()).toBe(0);
  const refused = core.collection('units').insertOne({ status: 'UNKNOWN' });
  await expect(refused).rejects.toMatchObject({ code: 121 });
});

test('a restore marks the end of the events of every tenant, after earlier marks', async () => {
  await backup('create');
  await backup('restore', '--replace');
  const heads = await core.collection('public_event_heads').find().sort({ _id: 1 }).toArray();
  const mark = (seq: number) => ({ id: expect.stringMatching(/^[0-9a-z]{1,12}$/) as string, seq });
  expect(heads).toEqual([
    { _id: 'ten_1', seq: 7, restores: [...head.restores, mark(7)] },
    { _id: 'ten_2', seq: 0, restores: [mark(0)] },
  ]);
});

test('all rows of a backup under load are of one moment, across databases', async () => {
  const filler = Array.from({ length: 2000 }, () => ({ text: 'x'.repeat(500) }));
  await core.collection('alpha').insertMany(filler);
  await core.collection<{ _id: string; n: number }>('pairs').insertOne({ _id: 'pair', n: 0 });
  await control.collection<{ _id: string; n: number }>('pairs').insertOne({ _id: 'pair', n: 0 });
  let writes = 0;
  const isOver = new AbortController();
  const writer = async (): Promise<void> => {
    const session = client.startSession();
    while (!isOver.signal.aborted) {
      await session.withTransaction(async () => {
        for (const db of [core, control])
          await db
            .collection<{ _id: string }>('pairs')
            .updateOne({ _id: 'pair' }, { $inc: { n: 1 } }, { session });
      });
      writes += 1;
    }
    await session.endSession();
  };
  const writing = writer();
  await expect.poll(() => writes).toBeGreaterThan(3);
  expect(await backup('create')).toMatchObject({ code: 0 });
  isOver.abort();
  await writing;
  await backup('restore', '--replace');
  const [here, there] = await Promise.all([core, control].map((db) => db.collection('pairs').findOne()));
  expect([here?.['n'], Number(here?.['n']) > 3]).toEqual([there?.['n'], true]);
});

test('the history of snapshots is kept for an hour during a backup, and as before afterwards', async () => {
  const name = 'minSnapshotHistoryWindowInSeconds';
  const window = async () => Number((await client.db('admin').command({ getParameter: 1, [name]: 1 }))[name]);
  const before = await window();
  const { signal } = new AbortController();
  expect([await withSnapshotWindow([client], window, signal), await window()]).toEqual([3600, before]);
});

test('the signed checkpoints are copied, and a restore replaces none that is there', async () => {
  const audit = join(system.home, 'audit');
  // A slash at the end of a setting changes no path of a backup.
  const withAudit = { ...env, AUDIT_CHECKPOINT_DIR: `${audit}/` };
  await mkdir(join(audit, 'TEST'), { recursive: true });
  await writeFile(join(audit, 'TEST', 'ten_1.ndjson'), 'old\n');
  // A network file system has such files.
  await writeFile(join(audit, 'TEST', '.nfs0001'), '');
  await runPas(['backup', 'create', system.directory], withAudit);
  await writeFile(join(audit, 'TEST', 'ten_1.ndjson'), 'old\nnew\n');
  await runPas(['backup', 'restore', system.directory, '--replace'], withAudit);
  expect(await readFile(join(audit, 'TEST', 'ten_1.ndjson'), 'utf8')).toBe('old\nnew\n');
  await rm(audit, { recursive: true });
  await runPas(['backup', 'restore', system.directory, '--replace'], withAudit);
  expect(await readFile(join(audit, 'TEST', 'ten_1.ndjson'), 'utf8')).toBe('old\n');
  await rm(audit, { recursive: true });
  await runPas(['backup', 'create', join(system.home, 'without-audit')], withAudit);
});

test('no file of a backup is readable for other users', async () => {
  await backup('create');
  const names = await readdir(system.directory, { recursive: true });
  const modes = await Promise.all(
    names.map(async (name) => (await stat(join(system.directory, name))).mode % 0o100),
  );
  expect(modes.every((mode) => mode === 0)).toBe(true);
});
