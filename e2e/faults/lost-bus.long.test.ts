import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { findLosses } from './find-losses.ts';
import { loopJourneys } from './journey-loop.ts';
import { startLoad } from './load.ts';

/** Outage of NATS, and the limit until the outbox is empty after its return. */
const [outageMs, maxDrainMs] = [60_000, 60_000];

/** Callers of the plain load, in addition to the journeys. */
const callers = 4;

describe('NATS down for a minute under load', () => {
  let drill: Drill;
  const figures = collectFigures('lost-bus');
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });

  /** Counts the pending events in both outboxes. */
  async function countWaiting(): Promise<number> {
    const waiting = { environment: 'DEV', state: 'new' };
    const outboxes = [drill.database, drill.control].map((db) => db.collection('outbox'));
    const counts = await Promise.all(outboxes.map((outbox) => outbox.countDocuments(waiting)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  test.each([
    ['dead', () => drill.kill('nats-server'), () => drill.start('nats-server')],
    ['frozen', () => drill.pause('nats-server'), () => drill.resume('nats-server')],
  ])(
    '%s: no request fails, and each change is recorded once soon afterwards',
    { timeout: 1_200_000 },
    async (how, stop, restore) => {
      const { id: propertyId } = await drill.manager.createProperty(`While NATS is ${how}`);
      let count = 0;
      const send = () => {
        count += 1;
        const headers = { 'idempotency-key': `${how} ${count}`, 'x-correlation-id': `${how}-load-${count}` };
        return drill.manager.call('/units', { headers, body: { propertyId, label: `Flat ${count}` } });
      };
      const load = startLoad(Array.from({ length: callers }, () => ({ send, expected: 201 })));
      const journeys = await loopJourneys(drill, how);
      await journeys.untilMore(20);
      await stop();
      const stoppedAt = performance.now();
      await waitUntil(() => performance.now() - stoppedAt > outageMs, {
        what: 'a minute',
        timeoutMs: 2 * outageMs,
      });
      const report = await load.stop();
      await journeys.stop();
      const backlog = await countWaiting();
      await restore();
      const backAt = performance.now();
      const isDrained = async (): Promise<boolean> => (await countWaiting()) === 0;
      await waitUntil(isDrained, { what: 'the outbox to be empty', timeoutMs: 2 * maxDrainMs });
      const drainMs = Math.round(performance.now() - backAt);
      console.log(`NATS ${how}: ${JSON.stringify({ ...report, backlog, drainMs })}`);
      figures.add(
        {
          promise: 'F3',
          figure: `kinds of failed answers, NATS ${how} for a minute`,
          atMost: 0,
          found: report.failures.length,
        },
        {
          promise: 'F3',
          figure: `time until the outbox is empty, NATS ${how}`,
          atMost: maxDrainMs,
          found: drainMs,
          unit: 'ms',
        },
      );
      expect(report.failures).toEqual([]);
      expect(drainMs).toBeLessThan(maxDrainMs);
      // A mail may be sent without its record yet.
      expect(await findLosses(drill, { journeys, interruptions: 1 })).toEqual([]);
      expect(journeys.surprises).toEqual([]);
      const units = await drill.database.collection('units').countDocuments({ propertyId });
      // The journeys create their units in another property.
      expect(units).toBe(report.succeeded);
      const records = drill.database.collection('audit_records');
      const correlationId = { $regex: `^${how}-load-` };
      expect(await records.countDocuments({ 'record.context.correlationId': correlationId })).toBe(units);
    },
  );
});
