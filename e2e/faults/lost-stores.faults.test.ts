import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDrill, type Drill } from './drill.ts';
import { findLosses, untilSettled } from './find-losses.ts';
import { loopJourneys } from './journey-loop.ts';
import { startTraffic, storeAway } from './load.ts';

const rounds = 10;

describe('stores that are lost for long, or again and again', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await startDrill();
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  test('mongod that dies again and again under load costs requests time, or a 503', async () => {
    const traffic = startTraffic(drill.manager);
    for (let round = 1; round <= rounds; round += 1) {
      await traffic.untilMore(30);
      await drill.kill('mongod', round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      await drill.start('mongod');
    }
    await traffic.untilMore(30);
    const { failures } = await traffic.stop();
    expect(failures.filter((failure) => failure !== storeAway)).toEqual([]);
    await untilSettled(drill);
    expect(await drill.pas('dead-letters', 'list')).toBe('');
  });

  test.each([
    ['dead', () => drill.kill('mongod')],
    ['frozen', () => drill.pause('mongod')],
  ])(
    'requests that wait for a mongod which is %s end in a 503 that says when to come back',
    async (_how, take) => {
      const read = () => drill.manager.call('/properties?limit=1');
      const write = () => drill.manager.call('/properties', { body: { name: 'Never There' } });
      await Promise.all([read(), write()]);
      await take();
      for (const answer of await Promise.all([read(), write(), read(), write()])) {
        expect(answer.status).toBe(503);
        expect(answer.headers).toMatchObject({ 'retry-after': '1' });
        expect(answer.body).toMatchObject({ code: 'store_unavailable' });
      }
    },
  );

  test('a bus whose disk is lost is told everything again, and nothing has its effect twice', async () => {
    const since = new Date().toISOString();
    const journeys = await loopJourneys(drill, 'wiped');
    await journeys.untilMore(40);
    await drill.kill('nats-server');
    await journeys.untilMore(20);
    await rm(join(drill.dataDir, 'nats', 'jetstream'), { recursive: true });
    await drill.start('nats-server');
    await drill.pas('outbox', 'republish', '--since', since);
    await journeys.untilMore(20);
    await journeys.stop();
    // The mail server may have taken a mail whose record was still to be written.
    expect(await findLosses(drill, { journeys, interruptions: 1 })).toEqual([]);
    expect(journeys.surprises).toEqual([]);
  });
});
