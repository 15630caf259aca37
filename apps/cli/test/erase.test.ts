import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@pas/shared/ids/id';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { useDatabases } from '@pas/testing/test-databases';
import { afterAll, expect, test } from 'vitest';
import { runPas, settingsFor } from './run-pas.ts';

const databases = await useDatabases();
const env = settingsFor(databases);
const directory = await mkdtemp(join(tmpdir(), 'erase-'));
afterAll(() => rm(directory, { recursive: true }));

test('the ids of erased people are listed, and applied again to a restored database', async () => {
  const [userId, tenantId, now] = [newId('user'), newId('tenant'), new Date()];
  const done = { status: 'DONE' as const, person: null, counts: [], account: 'NONE' as const, dueAt: null };
  await ErasureModel.insertMany([{ _id: userId, tenantId, requestedAt: now, erasedAt: now, ...done }]);
  const listed = await runPas(['erase', 'list'], env);
  expect(JSON.parse(listed.stdout)).toEqual({ userId, tenantId, requestedAt: now.toISOString() });

  await databases.clear();
  const file = join(directory, 'erased.ndjson');
  await writeFile(file, listed.stdout);
  expect(await runPas(['erase', 'apply', file], env)).toMatchObject({ code: 0, stdout: '1\n' });
  const row = await ErasureModel.findOne({ _id: userId, tenantId }).lean<ErasureRow>();
  expect(row).toMatchObject({ status: 'RUNNING', person: null, dueAt: new Date(0) });
});

test('an erasure that the restored database knows keeps its receipt', async () => {
  const [userId, tenantId, now] = [newId('user'), newId('tenant'), new Date()];
  const counts = [{ name: 'users', rows: 1 }];
  const done = { status: 'DONE' as const, person: null, counts, account: 'ERASED' as const, dueAt: null };
  await ErasureModel.insertMany([{ _id: userId, tenantId, requestedAt: now, erasedAt: now, ...done }]);
  const file = join(directory, 'known.ndjson');
  await writeFile(file, JSON.stringify({ userId, tenantId, requestedAt: now.toISOString() }));
  expect(await runPas(['erase', 'apply', file], env)).toMatchObject({ code: 0, stdout: '0\n' });
  const row = await ErasureModel.findOne({ _id: userId, tenantId }).lean<ErasureRow>();
  expect(row).toMatchObject(done);
});
