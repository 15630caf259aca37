import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import type { SnapshotSession } from '../src/backup/dump-database.ts';
import { withSnapshotWindow } from '../src/backup/snapshot-window.ts';
import { useBackupSystem } from './backup-system.ts';
import { runPas } from './run-pas.ts';

const { MongoClient } = mongoose.mongo;
const { Timestamp } = mongoose.mongo.BSON;

const system = await useBackupSystem();
const { client, core, control, urls, backup } = system;

test('a backup without its manifest is refused as unfinished', async () => {
  await backup('create');
  await rm(join(system.directory, 'manifest.json'));
  const { code, stderr } = await backup('restore', '--replace');
  expect([code, stderr]).toEqual([1, expect.stringContaining('did not finish')]);
  expect(await core.collection('units').countDocuments()).toBe(1);
});

test.each([
  ['a changed byte', async (path: string) => writeFile(path, (await readFile(path)).fill(7, 30, 31))],
  ['an added byte', async (path: string) => appendFile(path, '\n')],
  ['no file', async (path: string) => rm(path)],
])('a backup with %s is refused before a row of the target is removed', async (_how, damage) => {
  await backup('create');
  await damage(join(system.directory, 'TEST', 'units.bson.gz'));
  const { code, stderr } = await backup('restore', '--replace');
  expect([code, stderr]).toEqual([1, expect.stringContaining('TEST/units.bson.gz is missing or differs')]);
  expect(await core.collection('units').countDocuments()).toBe(1);
});

test('a target with rows is refused without --replace, and an empty one is filled', async () => {
  await backup('create');
  const refused = await backup('restore');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('use --replace')]);
  await Promise.all([core.dropDatabase(), control.dropDatabase()]);
  expect(await backup('restore')).toMatchObject({ code: 0 });
  expect(await core.collection('units').countDocuments()).toBe(1);
});

test('a restore is refused while a service is connected', async () => {
  await backup('create');
  await core.command({ createUser: 'resident-1', pwd: 'pw', roles: [] });
  const url = new URL(urls.TEST);
  Object.assign(url, { username: 'resident-1', password: 'pw' });
  url.searchParams.set('authSource', core.databaseName);
  const service = await new MongoClient(url.href).connect();
  try {
    const { code, stderr } = await backup('restore', '--replace');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('connected as resident-1. Stop all services'),
    ]);
    expect(await core.collection('units').countDocuments()).toBe(1);
  } finally {
    await service.close();
    await core.command({ dropUser: 'resident-1' });
  }
});

test('a backup of other databases than the target is refused', async () => {
  await backup('create');
  const others = JSON.stringify({ control: urls.control });
  const { code, stderr } = await runPas(['backup', 'restore', system.directory], {
    BACKUP_DATABASES: others,
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining('no address for TEST')]);
});

test('a restore that fails midway leaves no ledger of migrations, so that no service becomes ready', async () => {
  await backup('create');
  const path = join(system.directory, 'manifest.json');
  const changed = (await readFile(path, 'utf8')).replace(
    '\\"validationLevel\\":\\"moderate\\"',
    '\\"capped\\":true',
  );
  await writeFile(path, changed);
  expect((await backup('restore', '--replace')).code).toBe(1);
  expect(await core.collection('migrations').countDocuments()).toBe(0);
});

test('one database under two names is refused, also for two users', async () => {
  const other = Object.assign(new URL(urls.TEST), { username: 'another', password: 'pw' }).href;
  for (const url of [urls.TEST, other]) {
    const twice = JSON.stringify({ ...urls, PROD: url });
    const { code, stderr } = await runPas(['backup', 'create', system.directory], {
      BACKUP_DATABASES: twice,
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('twice')]);
  }
});

test('a dump whose snapshot is gone ends with the setting to raise', async () => {
  const dump = async () => {
    const session: SnapshotSession = client.startSession({ snapshot: true });
    session.snapshotTime = new Timestamp({ t: 1, i: 1 });
    await core.collection('units').findOne({}, { session });
  };
  await expect(withSnapshotWindow([client], dump, new AbortController().signal)).rejects.toMatchObject({
    code: 'snapshot_too_old',
  });
});

test('a backup that the operator stops leaves the earlier setting of the server', async () => {
  const name = 'minSnapshotHistoryWindowInSeconds';
  const window = async () => Number((await client.db('admin').command({ getParameter: 1, [name]: 1 }))[name]);
  const before = await window();
  const stop = new AbortController();
  const during: number[] = [];
  const dump = async () => {
    during.push(await window());
    stop.abort();
    await new Promise(() => undefined);
  };
  await expect(withSnapshotWindow([client], dump, stop.signal)).rejects.toMatchObject({
    code: 'backup_stopped',
  });
  expect([...during, await window()]).toEqual([3600, before]);
});

test('a directory with files takes no second backup', async () => {
  await backup('create');
  const { code, stderr } = await backup('create');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Name a new directory')]);
});
