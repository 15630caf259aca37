import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findLosses, untilSettled } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import {
  countFailures,
  failuresOfServices,
  startClusterLoad,
  surprisesOf,
  unexpectedAnswers,
  type ClusterLoad,
  type ClusterReport,
} from './cluster-load.ts';
import { leaderOf, membersOf, primaryOf, shortenElections } from './cluster-stores.ts';
import { collectFigures } from '../faults/collect-figures.ts';

const mongods = membersOf('mongod');
const natsServers = membersOf('nats-server');

/** Twenty-five processes start together. */
const startMs = 900_000;

/** Services in the order of a release: each process stops and starts, one after the other. */
const services = [
  'admin-1',
  'admin-2',
  'admin-workers',
  'admin-workers-2',
  'resident-1',
  'resident-2',
  'core-mobile-1',
  'core-mobile-2',
  'webhooks-1',
  'webhooks-2',
];

/** Report of a fault, with the effects of journeys that were lost or doubled. */
interface HarmReport extends ClusterReport {
  losses: readonly string[];
  surprises: readonly string[];
}

/** Expects that nothing was lost, doubled or stale. Call it after `figures.add`, which also records a broken promise. */
const expectNoHarm = ({ losses, surprises, lost, doubled, stale }: HarmReport): void =>
  expect({ losses, surprises, lost, doubled, stale }).toEqual({
    losses: [],
    surprises: [],
    lost: [],
    doubled: [],
    stale: [],
  });

const countLost = ({ lost, losses }: HarmReport): number => lost.length + losses.length;

describe('three mongods, three nats-servers and two replicas of each service', () => {
  let drill: Drill;
  const figures = collectFigures('lost-members');

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2, storeMembers: 3, hasGatewayReplicas: true });
    await shortenElections(drill);
  }, startMs);
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });
  afterEach(() => drill.heal());

  /** Causes a fault during journeys and writes. Then compares the acknowledged writes with the stored rows. */
  async function harm(
    name: string,
    act: (load: ClusterLoad) => Promise<void>,
    interruptions = 1,
  ): Promise<HarmReport> {
    const journeys = await loopJourneys(drill, name);
    const load = await startClusterLoad(drill, drill.local.gatewayUrls);
    let report: ClusterReport;
    try {
      await load.untilMore(30);
      await act(load);
      await load.untilMore(30);
    } finally {
      [report] = await Promise.all([load.stop(), journeys.stop()]);
    }
    console.log(`${name}: ${JSON.stringify({ ...report.answers, gapMs: report.gapMs })}`);
    const losses = await findLosses(drill, { journeys, interruptions });
    return { ...report, losses, surprises: surprisesOf(journeys) };
  }

  test(
    'lose no acknowledged write when the primary is killed three times',
    { timeout: 900_000 },
    async () => {
      const report = await harm('primary', async (load) => {
        for (let round = 1; round <= 3; round += 1) {
          const primary = await primaryOf(drill);
          await drill.kill(primary);
          await load.untilMore(30);
          await drill.start(primary);
        }
      });
      figures.add(
        { promise: 'F1', figure: 'acknowledged writes lost', atMost: 0, found: countLost(report) },
        {
          promise: 'F1',
          figure: 'longest gap between writes',
          atMost: 5000,
          found: report.gapMs,
          unit: 'ms',
        },
      );
      expectNoHarm(report);
      expect(unexpectedAnswers(report)).toEqual([]);
    },
  );

  test('serve through a rolling restart of the mongods', { timeout: 900_000 }, async () => {
    const report = await harm('rolling-mongods', async (load) => {
      const primary = await primaryOf(drill);
      // The primary is last, so that it steps down once.
      for (const member of [...mongods.filter((name) => name !== primary), primary]) {
        await drill.kill(member, 'SIGTERM');
        await load.untilMore(10);
        await drill.start(member);
      }
    });
    figures.add(
      { promise: 'F2', figure: 'failed answers', atMost: 0, found: countFailures(report) },
      { promise: 'F2', figure: 'longest gap between writes', atMost: 2000, found: report.gapMs, unit: 'ms' },
    );
    expectNoHarm(report);
    expect(unexpectedAnswers(report)).toEqual([]);
  });

  test('answer every request while leaders of the streams are killed', { timeout: 900_000 }, async () => {
    const report = await harm('leader', async (load) => {
      for (const stream of ['ONBOARDING', 'AUDIT']) {
        const leader = await leaderOf(drill, stream);
        await drill.kill(leader);
        await load.untilMore(50);
        await drill.start(leader);
      }
    });
    figures.add({
      promise: 'F3',
      figure: 'failed answers after a leader is killed',
      atMost: 0,
      found: countFailures(report),
    });
    expectNoHarm(report);
    expect(failuresOfServices(report)).toEqual([]);
  });

  test('serve without one member of each store', { timeout: 900_000 }, async () => {
    const report = await harm('minority', async (load) => {
      await Promise.all([drill.kill('mongod-3'), drill.kill('nats-server-3')]);
      await load.untilMore(150);
      await Promise.all([drill.start('mongod-3'), drill.start('nats-server-3')]);
    });
    expectNoHarm(report);
    expect(unexpectedAnswers(report)).toEqual([]);
  });

  test(
    'refuse reads and writes without a majority, and keep what was acknowledged',
    { timeout: 900_000 },
    async () => {
      let recoveryMs = 0;
      const report = await harm('majority', async (load) => {
        const lost = ['mongod-2', 'mongod-3', 'nats-server-2', 'nats-server-3'];
        await Promise.all(lost.map((name) => drill.kill(name)));
        await load.untilAnswered(/^write 503/);
        await load.untilAnswered(/^read 503/);
        await Promise.all(lost.map((name) => drill.start(name)));
        const backAt = performance.now();
        await load.untilMore(1);
        recoveryMs = Math.round(performance.now() - backAt);
      });
      figures.add(
        {
          promise: 'F1',
          figure: 'acknowledged writes lost with the majority',
          atMost: 0,
          found: countLost(report),
        },
        {
          promise: 'F1',
          figure: 'time until both gateways write after the majority returned',
          atMost: 30_000,
          found: recoveryMs,
          unit: 'ms',
        },
      );
      expectNoHarm(report);
      expect(unexpectedAnswers(report)).toEqual([]);
    },
  );

  test('fail no request while every service restarts in turn', { timeout: 900_000 }, async () => {
    const report = await harm(
      'rolling-services',
      async (load) => {
        for (const name of services) {
          await drill.stopProcess(name);
          await load.untilMore(5);
          await drill.start(name);
        }
      },
      2,
    );
    const found = countFailures(report);
    figures.add(
      { promise: 'F6', figure: 'failed answers in a rolling restart', atMost: 0, found },
      { promise: 'F20', figure: 'failed answers while each service stops once', atMost: 0, found },
    );
    expectNoHarm(report);
    expect(failuresOfServices(report)).toEqual([]);
  });

  test('elect new leaders after all nats-servers were killed', { timeout: 900_000 }, async () => {
    const report = await harm('all-nats', async (load) => {
      await Promise.all(natsServers.map((name) => drill.kill(name)));
      await load.untilMore(100);
      await Promise.all(natsServers.map((name) => drill.start(name)));
    });
    figures.add({
      promise: 'F3',
      figure: 'failed answers without any nats-server',
      atMost: 0,
      found: countFailures(report),
    });
    expectNoHarm(report);
    expect(failuresOfServices(report)).toEqual([]);
    await untilSettled(drill);
    expect(await drill.pas('dead-letters', 'list')).toBe('');
  });
});
