import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findLosses } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import { countFailures, failuresOfServices, startClusterLoad, unexpectedAnswers } from './cluster-load.ts';
import { collectFigures } from '../faults/collect-figures.ts';

/** Sizes of the disks of mongod and of JetStream. */
const disks = { mongo: '1g', nats: '512m' } as const;

const canMount = process.getuid?.() === 0;
if (!canMount) console.warn('Full disks did not run: mounting needs root.');

/** Gives each store a small disk of its own. */
function mountDisks(dataDir: string): () => void {
  const folders = Object.entries(disks).map(([name, size]) => [join(dataDir, name), size] as const);
  for (const [folder, size] of folders) {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  }
  return () => {
    for (const [folder] of folders) execFileSync('umount', [folder]);
  };
}

describe.skipIf(!canMount)('a store whose disk is full', () => {
  let drill: Drill;
  const figures = collectFigures('full-disks');
  const ballastOf = (store: keyof typeof disks): string => join(drill.dataDir, store, 'ballast');

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2, prepare: mountDisks });
  }, 600_000);
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });
  afterEach(async () => {
    for (const store of ['mongo', 'nats'] as const) rmSync(ballastOf(store), { force: true });
    await drill.heal();
  });

  /** Fills a disk to its last byte. */
  function fill(store: keyof typeof disks): void {
    for (let size = 2 ** 24; size >= 1; size /= 2) {
      const chunk = Buffer.alloc(size);
      try {
        for (;;) appendFileSync(ballastOf(store), chunk);
      } catch {
        // No space for a chunk of this size.
      }
    }
  }

  test(
    'mongod: writes answer 503, and nothing acknowledged is lost once space is free again',
    { timeout: 900_000 },
    async () => {
      const journeys = await loopJourneys(drill, 'full-mongo');
      const load = await startClusterLoad(drill, [drill.local.gatewayUrl]);
      await load.untilMore(50);
      fill('mongo');
      await load.untilAnswered(/^write 503/);
      rmSync(ballastOf('mongo'));
      // mongod ends when it cannot write its journal.
      await drill.kill('mongod');
      await drill.start('mongod');
      await load.untilMore(50);
      const report = await load.stop();
      await journeys.stop();
      console.log(`full disk of mongod: ${JSON.stringify(report)}`);
      figures.add(
        {
          promise: 'F23',
          figure: 'full disk of mongod: acknowledged writes lost',
          atMost: 0,
          found: report.lost.length,
        },
        {
          promise: 'F23',
          figure: 'full disk of mongod: effects doubled',
          atMost: 0,
          found: report.doubled.length,
        },
      );
      expect([report.lost, report.doubled, report.stale]).toEqual([[], [], []]);
      expect(unexpectedAnswers(report)).toEqual([]);
      expect(await findLosses(drill, { journeys, interruptions: 1 })).toEqual([]);
      expect(journeys.surprises).toEqual([]);
    },
  );

  test(
    'JetStream: writes continue, readiness shows it, and each event has its effect once space is free again',
    { timeout: 900_000 },
    async () => {
      const journeys = await loopJourneys(drill, 'full-nats');
      const load = await startClusterLoad(drill, [drill.local.gatewayUrl]);
      await load.untilMore(50);
      fill('nats');
      await waitUntil(async () => (await drill.readiness('admin-workers')).status === 'degraded', {
        what: 'readiness to show the full disk',
      });
      await load.untilMore(50);
      rmSync(ballastOf('nats'));
      // nats-server keeps JetStream off after a failed write.
      await drill.kill('nats-server');
      await drill.start('nats-server');
      await load.untilMore(50);
      const report = await load.stop();
      await journeys.stop();
      console.log(`full disk of JetStream: ${JSON.stringify(report)}`);
      const lost = await findLosses(drill, { journeys, interruptions: 1 });
      figures.add(
        {
          promise: 'F23',
          figure: 'full disk of JetStream: failed writes',
          atMost: 0,
          found: countFailures(report),
        },
        {
          promise: 'F23',
          figure: 'full disk of JetStream: effects lost or doubled',
          atMost: 0,
          found: lost.length + report.lost.length + report.doubled.length,
        },
      );
      expect([report.lost, report.doubled, report.stale, lost]).toEqual([[], [], [], []]);
      expect(failuresOfServices(report)).toEqual([]);
      expect(journeys.surprises).toEqual([]);
      await waitUntil(async () => (await drill.readiness('admin-workers')).status === 'ready', {
        what: 'readiness after the full disk',
      });
    },
  );
});
