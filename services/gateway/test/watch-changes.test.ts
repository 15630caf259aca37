import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@pas/platform/log/logger';
import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';
import type { RunningServer } from '@pas/testing/running-server';
import { waitUntil } from '@pas/testing/wait-until';
import mongoose, { type Connection } from 'mongoose';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { ChangeWatch } from '../src/auth/watch-changes.ts';

const dir = mkdtempSync(join(tmpdir(), 'watch-'));
let server: RunningServer;
let connection: Connection;
let watch: ChangeWatch;
let heard: string[];
let gaps: number;

beforeAll(async () => {
  // A separate server, because these tests break it.
  server = await startMongod({ dir, port: await freePort() });
  const url = new URL(server.url);
  url.pathname = '/watched';
  connection = await mongoose.createConnection(url.href).asPromise();
});
afterAll(async () => {
  await connection.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

const startWatch = (onChange: (id: string) => void, restAfterMs = 3_600_000): ChangeWatch =>
  new ChangeWatch({
    restAfterMs,
    connection,
    collection: 'things',
    match: { $match: {} },
    onChange,
    onGap: () => (gaps += 1),
    log: createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' }),
  });

beforeEach(async () => {
  heard = [];
  gaps = 0;
  watch = startWatch((id) => heard.push(id));
  await waitUntil(() => watch.isLive(), { what: 'the stream' });
});
afterEach(() => watch.stop());

const change = (_id: string) =>
  connection.collection<{ _id: string }>('things').updateOne({ _id }, { $inc: { n: 1 } }, { upsert: true });
const hears = (id: string) => waitUntil(() => heard.includes(id), { what: `the change of ${id}` });

/** Lists the open cursors of streams on the server. */
async function listCursors(): Promise<bigint[]> {
  const admin = connection.getClient().db('admin');
  const open = await admin
    .aggregate([{ $currentOp: { idleCursors: true } }, { $match: { 'cursor.tailable': true } }])
    .toArray();
  return open.map((operation) => (operation['cursor'] as { cursorId: bigint }).cursorId);
}

/** Ends the stream's cursor on the server, as an election or a restart does. */
async function killCursors(): Promise<number> {
  const cursors = await listCursors();
  await connection.db?.command({ killCursors: '$cmd.aggregate', cursors });
  return cursors.length;
}

describe('ChangeWatch', () => {
  test('reports changes as they happen, and a gap before the first one', async () => {
    await change('one');
    await hears('one');
    expect(gaps).toBe(1);
  });

  test('reports a gap at an election, and five seconds later', async () => {
    const elected = (id: string): void =>
      void connection.getClient().emit('serverDescriptionChanged', {
        newDescription: { type: 'RSPrimary', electionId: id },
      } as never);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    gaps = 0;
    elected('7fff0001');
    elected('7fff0001');
    expect(gaps).toBe(1);
    vi.advanceTimersByTime(5000);
    expect(gaps).toBe(2);
    elected('7fff0002');
    expect(gaps).toBe(3);
  });

  test('reports each change, or a gap, after the server ends its cursor', async () => {
    expect(await waitUntil(killCursors, { what: 'a cursor to end' })).toBeGreaterThan(0);
    await change('two');
    await waitUntil(() => heard.includes('two') || gaps === 2, { what: 'the change, or the gap' });
    await waitUntil(() => watch.isLive(), { what: 'the stream to be live' });
    await change('three');
    await hears('three');
  });

  test('opens a new stream if one cannot be resumed, and reports the gap', async () => {
    await connection.dropDatabase();
    await waitUntil(() => gaps > 1 && watch.isLive(), { what: 'the stream to start again' });
    await change('four');
    await hears('four');
    expect(gaps).toBe(2);
  });

  test('detects a silent server within two seconds, and reports changes after its recovery', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      await waitUntil(() => !watch.isLive(), { what: 'the silence to be noticed', timeoutMs: 2000 });
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await waitUntil(() => watch.isLive(), { what: 'the stream to be live again' });
    await change('five');
    await hears('five');
    expect(heard).toContain('five');
  });

  test('rests without a cursor while it is not needed, and resumes on need', async () => {
    await watch.stop();
    await waitUntil(async () => (await listCursors()).length === 0, { what: 'the first stream to end' });
    const resting = startWatch((id) => heard.push(id), 2000);
    gaps = 0;
    await waitUntil(() => resting.isLive(), { what: 'the stream' });
    await waitUntil(() => !resting.isLive(), { what: 'the rest' });
    await waitUntil(async () => (await listCursors()).length === 0, { what: 'its cursor to end' });
    await change('unheard');
    expect(resting.isLost()).toBe(false);
    resting.need();
    await waitUntil(() => resting.isLive(), { what: 'the stream to be live again', timeoutMs: 1000 });
    await change('six');
    await hears('six');
    expect(gaps).toBe(2);
    expect(heard).not.toContain('unheard');
    await resting.stop();
  });

  test('is not live after its stop, and reports nothing', async () => {
    const heardByOther: string[] = [];
    const other = startWatch((id) => heardByOther.push(id));
    await waitUntil(() => other.isLive(), { what: 'the other stream' });
    await watch.stop();
    await change('seven');
    await waitUntil(() => heardByOther.includes('seven'), { what: 'the change' });
    await waitUntil(() => !watch.isLive(), { what: 'the end' });
    expect(heard).toEqual([]);
    await other.stop();
  });
});
