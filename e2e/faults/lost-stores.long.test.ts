import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { findLosses, untilSettled } from './find-losses.ts';
import { loopJourneys } from './journey-loop.ts';
import { startTraffic, storeUnavailable, upstreamUnavailable } from './load.ts';

const rounds = 10;

describe('stores lost for long or repeatedly', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await startDrill();
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  test('repeated kills of mongod under load delay requests or answer 503', async () => {
    const traffic = startTraffic(drill.manager);
    for (let round = 1; round <= rounds; round += 1) {
      await traffic.untilMore(30);
      await drill.kill('mongod', round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      await drill.start('mongod');
    }
    await traffic.untilMore(30);
    const { failures } = await traffic.stop();
    expect(failures.filter((failure) => ![storeUnavailable, upstreamUnavailable].includes(failure))).toEqual(
      [],
    );
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

  test('a bus that lost its disk gets all events again, without repeated effects', async () => {
    const since = new Date().toISOString();
    const journeys = await loopJourneys(drill, 'wiped');
    await journeys.untilMore(40);
    await drill.kill('nats-server');
    await journeys.untilMore(20);
    await rm(join(drill.dataDir, 'nats', 'jetstream'), { recursive: true });
    await drill.start('nats-server');
    await drill.pas('streams', 'apply');
    await drill.pas('outbox', 'republish', '--since', since);
    await journeys.untilMore(20);
    await journeys.stop();
    // A mail may be sent without its record yet.
    const losses = await findLosses(drill, { journeys, interruptions: 1 });
    const figures = collectFigures('lost-stores');
    figures.add({ promise: 'F4', figure: 'effects lost or repeated', atMost: 0, found: losses.length });
    figures.save();
    expect(losses).toEqual([]);
    expect(journeys.surprises).toEqual([]);
  });

  test('repeatedly frozen stores lose no acknowledged effect and repeat none', async () => {
    const journeys = await loopJourneys(drill, 'frozen');
    for (const store of ['nats-server', 'mongod', 'nats-server', 'mongod']) {
      await journeys.untilMore(20);
      await drill.pause(store);
      const notices = async (): Promise<boolean> => (await drill.readiness('admin-1')).status !== 'ready';
      await waitUntil(notices, { what: `admin to miss ${store}` });
      await drill.resume(store);
    }
    await journeys.untilMore(20);
    await journeys.stop();
    expect(await findLosses(drill, { journeys, interruptions: 2 })).toEqual([]);
    expect(journeys.surprises).toEqual([]);
  });

  test('processes that start long before the database wait for it', async () => {
    const waiting = ['gateway', 'webhook-gateway', 'admin-1', 'admin-workers', 'resident-1', 'webhooks-1'];
    await Promise.all(['mongod', ...waiting].map((name) => drill.kill(name)));
    const starting = Promise.all(waiting.map((name) => drill.start(name)));
    const isWaiting = (name: string): boolean => drill.logOf(name).includes('a database is unavailable');
    await waitUntil(() => waiting.every(isWaiting), { what: 'them to miss it' });
    await drill.start('mongod');
    await starting;
    expect((await drill.manager.createProperty('After a Long Wait')).id).toMatch(/^prop_/);
  });

  test('a service that starts without the bus serves, and its changes are audited once the bus is available', async () => {
    await Promise.all([drill.kill('nats-server'), drill.kill('admin-1')]);
    await drill.start('admin-1');
    expect(await drill.readiness('admin-1')).toMatchObject({ status: 'degraded', httpStatus: 200 });
    const headers = { 'x-correlation-id': 'without-the-bus' };
    const body = { name: 'Without the Bus' };
    expect((await drill.manager.call('/properties', { headers, body })).status).toBe(201);
    await drill.start('nats-server');
    await untilSettled(drill);
    expect((await drill.manager.listAudit({ correlationId: 'without-the-bus' })).total).toBe(1);
  });
});
