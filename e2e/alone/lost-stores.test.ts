import type { Readiness } from '@pas/platform/health/readiness';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { borrowSystem, type ReadinessAnswer, type Drill } from '../faults/drill.ts';
import { startTraffic, storeUnavailable, upstreamUnavailable } from '../faults/load.ts';

/** Time within which `/readyz` reflects the state. */
const truthMs = 5000;

/** Limit of a recovery on a machine that is busy with other tests. */
const recoveryMs = 60_000;

/** The processes of DEV that depend on the database and the bus. */
const services = ['admin-1', 'admin-workers', 'resident-1', 'core-mobile-1', 'webhooks-1'];

/** The processes that use the collection of units. */
const usersOfUnits = ['admin-1', 'admin-workers', 'resident-1'];

describe('lost stores', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await borrowSystem();
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  interface ExpectedReadiness {
    status: Readiness['status'];
    /** The check that causes the status. */
    check: string;
    processes: readonly string[];
  }

  /** Waits until each process reports the status because of the check. */
  async function untilAllSay({ status, check, processes }: ExpectedReadiness): Promise<ReadinessAnswer[]> {
    const timeoutMs = status === 'ready' ? recoveryMs : truthMs;
    const untilSays = (process: string): Promise<ReadinessAnswer> => {
      const ask = async (): Promise<ReadinessAnswer | null> => {
        const answer = await drill.readiness(process);
        const isNamed = answer.checks[check]?.status === 'down';
        return answer.status === status && isNamed === (status !== 'ready') ? answer : null;
      };
      return waitUntil(ask, {
        what: `${process} to be ${status} for ${check}`,
        timeoutMs,
        everyMs: 100,
      });
    };
    return Promise.all(processes.map(untilSays));
  }

  const statuses = (answers: readonly ReadinessAnswer[]): number[] => [
    ...new Set(answers.map(({ httpStatus }) => httpStatus)),
  ];

  const createProperty = (name: string) => drill.manager.call('/properties', { body: { name } });

  test('a missing index makes services unready by its name, and the operator heals it', async () => {
    await drill.database.collection('units').dropIndex('tenantId_1_externalId_1');
    const unready = await untilAllSay({ status: 'unready', check: 'indexes', processes: usersOfUnits });
    expect(statuses(unready)).toEqual([503]);
    for (const { checks } of unready) {
      expect(checks['indexes']?.message).toContain('units.tenantId_1_externalId_1');
    }
    await drill.pas('indexes', 'apply');
    const ready = await untilAllSay({ status: 'ready', check: 'indexes', processes: usersOfUnits });
    expect(statuses(ready)).toEqual([200]);
  });

  test.each([
    ['killed', () => drill.kill('nats-server'), () => drill.start('nats-server')],
    ['frozen', () => drill.pause('nats-server'), () => drill.resume('nats-server')],
  ])('a %s NATS degrades services, which continue to serve', async (_how, take, giveBack) => {
    await take();
    const degraded = await untilAllSay({ status: 'degraded', check: 'nats', processes: services });
    expect(statuses(degraded)).toEqual([200]);
    expect((await createProperty('Without a bus')).status).toBe(201);
    await giveBack();
    await untilAllSay({ status: 'ready', check: 'nats', processes: services });
  });

  test.each([
    ['killed', () => drill.kill('mongod'), () => drill.start('mongod')],
    ['frozen', () => drill.pause('mongod'), () => drill.resume('mongod')],
  ])(
    'mongod that is %s makes services and gateway unready until it is back',
    async (_how, take, giveBack) => {
      await take();
      const [unready, gateway] = await Promise.all([
        untilAllSay({ status: 'unready', check: 'mongo', processes: services }),
        untilAllSay({ status: 'unready', check: 'control', processes: ['gateway'] }),
      ]);
      expect(statuses([...unready, ...gateway])).toEqual([503]);
      // The webhook ingress stays ready, because it can answer without the database.
      const [ingress] = await untilAllSay({
        status: 'degraded',
        check: 'control',
        processes: ['webhook-gateway'],
      });
      expect(ingress?.httpStatus).toBe(200);
      await giveBack();
      await Promise.all([
        untilAllSay({ status: 'ready', check: 'mongo', processes: services }),
        untilAllSay({ status: 'ready', check: 'control', processes: ['gateway'] }),
      ]);
      expect((await createProperty(`After mongod was ${_how}`)).status).toBe(201);
    },
  );

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'mongod that ends by %s under load delays requests or answers 503 with Retry-After',
    async (signal) => {
      const load = startTraffic(drill.manager);
      await load.untilMore(50);
      await drill.kill('mongod', signal);
      await untilAllSay({ status: 'unready', check: 'mongo', processes: ['admin-1'] });
      await drill.start('mongod');
      await load.untilMore(50);
      const { failures } = await load.stop();
      expect(
        failures.filter((failure) => ![storeUnavailable, upstreamUnavailable].includes(failure)),
      ).toEqual([]);
    },
  );
});
