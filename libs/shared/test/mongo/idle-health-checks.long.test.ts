import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReadiness, type Readiness } from '@pas/platform/health/readiness';
import { applyAllIndexes } from '@pas/shared/models/apply-all-indexes';
import { UnitModel } from '@pas/shared/models/unit';
import { control, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { indexCheck, mongoCheck } from '@pas/platform/mongo/health-checks';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';
import type { RunningServer } from '@pas/testing/running-server';
import { connectInstead, databaseUrl } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { withCommandEvents } from '@pas/testing/watch-commands';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Time within which `/readyz` reports a change. */
const truthMs = 5000;

describe('the checks of a process that is asked often', () => {
  let dir: string;
  let port: number;
  let mongod: RunningServer;
  let commands: string[];
  let heartbeats: number;
  const checks = [mongoCheck('mongo', core), mongoCheck('control', control), indexCheck([core, control])];
  const read = (): Promise<Readiness> => readReadiness(checks);

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'property-access-mongod-'));
    port = await freePort();
    mongod = await startMongod({ dir, port });
    const urlOf = (database: string) => withCommandEvents(databaseUrl(mongod.url, database));
    await connectInstead({ core: urlOf('core'), control: urlOf('control') });
    await applyAllIndexes();
    core.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
    core.getClient().on('serverHeartbeatSucceeded', () => (heartbeats += 1));
  });
  afterAll(async () => {
    await disconnectDatabases();
    process.kill(mongod.pid, 'SIGCONT');
    await mongod.stop();
    await rm(dir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    commands = [];
    heartbeats = 0;
    await untilSays('ready');
  });
  afterEach(() => process.kill(mongod.pid, 'SIGCONT'));

  async function untilSays(status: Readiness['status'], timeoutMs = 20_000): Promise<Readiness> {
    const says = async (): Promise<Readiness | null> => {
      const readiness = await read();
      return readiness.status === status ? readiness : null;
    };
    return waitUntil(says, { what: `the checks to say ${status}`, timeoutMs });
  }

  test('ask the store nothing while nothing is written, for as long as that is', async () => {
    await waitUntil(() => heartbeats > 1, { what: 'the last write to be known' });
    await waitUntil(async () => (await read()) && heartbeats > 4, { what: 'some looks to be due' });
    commands = [];
    const until = heartbeats + 4;
    const readOn = async (): Promise<boolean> => (await read()).status === 'ready' && heartbeats >= until;
    await waitUntil(readOn, { what: 'more than one look to be due' });
    expect(commands).toEqual([]);
  });

  test('report an index that is dropped, and of one that is applied, within five seconds', async () => {
    await UnitModel.collection.dropIndex('tenantId_1_propertyId_1_labelKey_1');
    const { checks: unready } = await untilSays('unready', truthMs);
    expect(unready['indexes']?.message).toBe(
      'missing: units.tenantId_1_propertyId_1_labelKey_1. Run pas indexes apply.',
    );
    await applyIndexes(core);
    await untilSays('ready', truthMs);
  });

  test('report a frozen server within five seconds, and its return', async () => {
    process.kill(mongod.pid, 'SIGSTOP');
    const { checks: unready } = await untilSays('unready', truthMs);
    expect(unready['mongo']).toEqual({ status: 'down', message: 'does not answer' });
    expect(unready['control']).toEqual({ status: 'down', message: 'does not answer' });
    process.kill(mongod.pid, 'SIGCONT');
    await untilSays('ready');
  });

  test('report a server that is killed within five seconds, and that it is back', async () => {
    process.kill(mongod.pid, 'SIGKILL');
    const { checks: unready } = await untilSays('unready', truthMs);
    expect(unready['mongo']).toEqual({ status: 'down', message: 'is not connected' });
    await mongod.stop();
    mongod = await startMongod({ dir, port });
    await untilSays('ready');
  });
});
