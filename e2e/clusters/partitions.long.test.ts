import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '@pas/testing/wait-until';
import { httpUrlOf } from '@pas/tools/local-system/plans/blueprint';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findLosses } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import {
  startClusterLoad,
  surprisesOf,
  unexpectedAnswers,
  type ClusterLoad,
  type ClusterReport,
} from './cluster-load.ts';
import { primaryOf, shortenElections } from './cluster-stores.ts';
import { buildDataCentres, whyNoNamespaces, type DataCentres, type DataCentre } from './data-centres.ts';
import { collectFigures } from '../faults/collect-figures.ts';

const obstacle = whyNoNamespaces();
if (obstacle !== null) console.warn(`Partitions did not run: network namespaces are missing (${obstacle}).`);

/** Twenty-five processes start together. */
const startMs = 900_000;

describe.skipIf(obstacle !== null)('three data centres with a gateway and services in two of them', () => {
  let centres: DataCentres;
  let drill: Drill;
  /** The gateways of `a` and `b`. */
  let gateways: [a: string, b: string];
  const figures = collectFigures('partitions');

  beforeAll(async () => {
    centres = buildDataCentres();
    drill = await startDrill({
      replicas: 2,
      storeMembers: 3,
      hasGatewayReplicas: true,
      sites: centres.sites,
    });
    await shortenElections(drill);
    const [a = 0, b = 0] = drill.blueprint.ports.ownGatewayPorts;
    gateways = [httpUrlOf(drill.blueprint, a), httpUrlOf(drill.blueprint, b)];
  }, startMs);
  afterAll(async () => {
    figures.save();
    await drill.stop();
    centres.remove();
  });
  afterEach(() => centres.heal());

  function isolate(one: DataCentre, ...others: DataCentre[]): void {
    for (const other of others) {
      centres.cut(one, other);
      centres.cut(other, one);
    }
  }

  /** Makes the mongod of a data centre the primary. */
  async function movePrimaryTo(name: string): Promise<void> {
    const admin = drill.database.admin();
    const isMoved = async (): Promise<boolean> => {
      if ((await primaryOf(drill)) === name) return true;
      await admin.command({ replSetStepDown: 5, secondaryCatchUpPeriodSecs: 5 }).catch(() => null);
      return false;
    };
    await waitUntil(isMoved, { what: `${name} to be the primary`, everyMs: 3000 });
  }

  /** Harms the links under load at both gateways, and lists what was lost, doubled, stale or not expected. */
  async function findFaults(name: string, act: (load: ClusterLoad) => Promise<void>): Promise<string[]> {
    const [, inMajority] = gateways;
    const local = { ...drill.local, gatewayUrl: inMajority, portalUrl: inMajority };
    const journeys = await loopJourneys({ ...drill, local }, name.replaceAll(' ', '-'));
    const load = await startClusterLoad(drill, gateways);
    let report: ClusterReport;
    try {
      await load.untilMore(30);
      await act(load);
      centres.heal();
      await load.untilMore(30);
    } finally {
      centres.heal();
      [report] = await Promise.all([load.stop(), journeys.stop()]);
    }
    console.log(`${name}: ${JSON.stringify({ ...report, lost: report.lost.length })}`);
    figures.add(
      { promise: 'F23', figure: `${name}: acknowledged writes lost`, atMost: 0, found: report.lost.length },
      { promise: 'F23', figure: `${name}: effects doubled`, atMost: 0, found: report.doubled.length },
      { promise: 'F23', figure: `${name}: stale reads`, atMost: 0, found: report.stale.length },
      {
        promise: 'F23',
        figure: `${name}: longest gap between writes`,
        atMost: 15_000,
        found: report.gapMs,
        unit: 'ms',
      },
    );
    return [
      ...(await findLosses(drill, { journeys, interruptions: 2 })),
      ...surprisesOf(journeys),
      ...report.lost,
      ...report.doubled,
      ...report.stale,
      ...unexpectedAnswers(report),
    ];
  }

  test(
    'the majority writes while `a` with the primary is cut off, and `a` answers 503',
    { timeout: 900_000 },
    async () => {
      await movePrimaryTo('mongod-1');
      const faults = await findFaults('a cut off', async (load) => {
        isolate('a', 'b', 'c');
        await load.untilMore(100, [gateways[1]]);
        await load.untilAnswered(/ 503/);
      });
      expect(faults).toEqual([]);
    },
  );

  test('a cut between `b` and `c` alone stops neither gateway', { timeout: 900_000 }, async () => {
    await movePrimaryTo('mongod-1');
    const faults = await findFaults('b and c cut', async (load) => {
      isolate('b', 'c');
      await load.untilMore(100);
    });
    expect(faults).toEqual([]);
  });

  test('a link that flaps costs no write', { timeout: 900_000 }, async () => {
    const faults = await findFaults('flapping', async (load) => {
      for (let turn = 1; turn <= 5; turn += 1) {
        isolate('a', 'b', 'c');
        await load.untilMore(10, [gateways[1]]);
        centres.heal();
        await load.untilMore(10);
      }
    });
    expect(faults).toEqual([]);
  });

  test('a link that loses a tenth of its packets costs no write', { timeout: 900_000 }, async () => {
    const faults = await findFaults('lossy', async (load) => {
      for (const [from, to] of [
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'c'],
        ['c', 'b'],
      ] as const)
        centres.lose(0.1, from, to);
      await load.untilMore(60);
    });
    expect(faults).toEqual([]);
  });

  test(
    'without any majority every gateway refuses writes, and all return',
    { timeout: 900_000 },
    async () => {
      const faults = await findFaults('all apart', async (load) => {
        isolate('a', 'b', 'c');
        isolate('b', 'c');
        await load.untilAnswered(/^write 503/);
        await load.untilAnswered(/^read 503/);
      });
      expect(faults).toEqual([]);
    },
  );
});
