import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findLosses } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import { checkReads, type Api } from './check-reads.ts';
import { checkOutPrevious } from './previous-release.ts';
import { useBuilding, type BuildingCallers } from './use-building.ts';

/** The processes of each service in DEV. */
const processesOf = {
  gateway: ['gateway', 'webhook-gateway'],
  admin: ['admin-1', 'admin-workers'],
  resident: ['resident-1'],
  'core-mobile': ['core-mobile-1'],
  webhooks: ['webhooks-1'],
} as const;
type Service = keyof typeof processesOf;
const services = Object.keys(processesOf) as Service[];

/** The API that each service answers; the gateway forwards all. */
const apisOf: Readonly<Record<Service, readonly Api[]>> = {
  gateway: ['admin', 'resident', 'core-mobile'],
  admin: ['admin'],
  resident: ['resident'],
  'core-mobile': ['core-mobile'],
  webhooks: [],
};

/** Reads of each API that a used building makes possible. */
const fewestReads: Readonly<Record<Api, number>> = { admin: 35, resident: 6, 'core-mobile': 3 };

/**
 * A fault of the services of 0.1.0, which the changelog names. It is gone when the previous release is a later one.
 */
const knownFault = /^\/access\/points: 500 /;

/** Acknowledged requests of a short soak. */
const soak = 24;

const startMs = 900_000;

/** Runs the commands of a deployment (docs/deploy.md) on the local system of a directory. */
async function deploy(checkout: string, dataDir: string): Promise<void> {
  const env = { ...process.env, LOCAL_DATA: dataDir };
  for (const step of ['users', 'migrations', 'streams'])
    await promisify(execFile)(join(checkout, 'script/pas'), [step, 'apply'], { env });
}

describe('a system of two releases', () => {
  let drill: Drill;
  let previous: string;
  const running = new Map<Service, string>();

  beforeAll(async () => {
    previous = await checkOutPrevious();
    drill = await startDrill();
    // The stores of an upgraded system have users, indexes and streams of both releases, and rows of this one.
    for (const checkout of [previous, repositoryDir]) await deploy(checkout, drill.dataDir);
  }, startMs);
  afterAll(() => drill.stop());

  /** Restarts the services whose release differs from the wanted one. */
  async function mix(old: readonly Service[]): Promise<void> {
    for (const service of services) {
      const checkout = old.includes(service) ? previous : repositoryDir;
      if ((running.get(service) ?? repositoryDir) === checkout) continue;
      for (const name of processesOf[service]) await drill.runFrom(name, checkout);
      running.set(service, checkout);
    }
  }

  /** Compares the reads of a service's API with the description of the release that answers them. */
  async function findWrongReads(service: Service, { key, token }: BuildingCallers): Promise<string[]> {
    const { gatewayUrl } = drill.local;
    const found: string[] = [];
    for (const api of apisOf[service]) {
      const caller = api === 'admin' ? { bearer: key, headers: { 'x-admin-env': 'DEV' } } : { bearer: token };
      const checkout = running.get(api) ?? repositoryDir;
      const { reads, faults } = await checkReads({ checkout, api, gatewayUrl, caller });
      const isKnown = (fault: string): boolean => checkout === previous && knownFault.test(fault);
      found.push(...faults.filter((fault) => !isKnown(fault)));
      if (reads < fewestReads[api]) found.push(`${api}: only ${reads} reads were possible`);
    }
    return found;
  }

  /** Runs journeys and a day in a building. Lists all that failed, was lost or was repeated. */
  async function findFaults(name: string, service: Service): Promise<unknown[]> {
    const journeys = await loopJourneys(drill, name);
    const used = useBuilding(drill).then((callers) => findWrongReads(service, callers));
    const results = await Promise.allSettled([used, journeys.untilMore(soak)]);
    await journeys.stop();
    const failures = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Error] : [],
    );
    const losses = await findLosses(drill, { journeys, interruptions: 0 });
    const dead = await drill.pas('dead-letters', 'list');
    const wrong = results[0].status === 'fulfilled' ? results[0].value : [];
    return [
      ...failures,
      ...wrong,
      ...journeys.surprises,
      ...losses,
      ...dead.split('\n').filter((line) => line !== ''),
    ];
  }

  test.each(services)('%s of the previous release works on new data beside new services', async (service) => {
    await mix([service]);
    expect(await findFaults(`old-${service}`, service)).toEqual([]);
  });

  test.each(services)('%s of this release works beside services of the previous one', async (service) => {
    await mix(services.filter((each) => each !== service));
    expect(await findFaults(`new-${service}`, service)).toEqual([]);
  });
});
