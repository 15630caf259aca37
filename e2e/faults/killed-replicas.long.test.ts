import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { startSteadyLoad, type Kind, type SteadyLoad } from './steady-load.ts';

const ratePerSecond = 200;

/** Time of load after each kill. The store keeps the transactions of a killed process for slightly less. */
const loadAfterKillMs = 10_000;

const services = ['admin-1', 'admin-2', 'resident-1', 'core-mobile-1', 'webhooks-1', 'admin-workers'];

describe('a killed replica under up to 200 requests a second', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  async function prepareKinds(): Promise<Kind[]> {
    const { gatewayUrl } = drill.local;
    const { property, invite } = await inviteToNewUnit(drill.manager, 'steady', 'steady@replicas.test');
    const { token } = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
    const postKeyed = (path: string, body: object) =>
      drill.manager.call(path, { body, headers: { 'idempotency-key': randomUUID() } });
    const makeUnit: Kind = {
      name: 'unit',
      send: (count) => postKeyed('/units', { propertyId: property.id, label: `Steady ${count}` }),
      expected: [201],
    };
    const makeProperty: Kind = {
      name: 'property',
      send: (count) => postKeyed('/properties', { name: `Steady ${count}`, address: { country: 'US' } }),
      expected: [201],
    };
    const list: Kind = {
      name: 'list',
      send: () => drill.manager.call('/properties?limit=1'),
      expected: [200],
    };
    const resident: Kind = {
      name: 'resident',
      send: () => call(`${gatewayUrl}/api/v1/units`, { bearer: token }),
      expected: [200],
    };
    const mobile: Kind = {
      name: 'mobile',
      send: () => call(`${gatewayUrl}/access/no-such-path`, { bearer: token }),
      expected: [404],
    };
    return [makeUnit, list, makeUnit, resident, makeProperty, list, makeUnit, mobile];
  }

  async function untilPassed(load: SteadyLoad, ms: number): Promise<void> {
    const [since, goal] = [load.sinceStart(), load.succeeded + 1];
    await waitUntil(() => load.sinceStart() - since > ms && load.succeeded >= goal, {
      what: 'the load to continue',
    });
  }

  test('fails no keyed write and no read', { timeout: 600_000 }, async () => {
    const load = startSteadyLoad(ratePerSecond, await prepareKinds());
    await untilPassed(load, 5000);
    for (const victim of services) {
      console.log(`${Math.round(load.sinceStart())} ms: kill ${victim}`);
      await drill.kill(victim);
      await untilPassed(load, loadAfterKillMs);
      await drill.start(victim);
      console.log(`${Math.round(load.sinceStart())} ms: ${victim} is back`);
      await untilPassed(load, 2000);
    }
    const report = await load.stop();
    console.log(JSON.stringify(report));
    const figures = collectFigures('killed-replicas');
    figures.add({
      promise: 'F5',
      figure: 'failed reads and keyed writes',
      atMost: 0,
      found: report.failures.length,
    });
    figures.save();
    expect(report.failures).toEqual([]);
    const steady = /^Steady \d/;
    const [properties, units] = [
      await drill.database.collection('properties').countDocuments({ name: steady }),
      await drill.database.collection('units').countDocuments({ label: steady }),
    ];
    expect([properties, units]).toEqual([report.answers['property 201'], report.answers['unit 201']]);
  });
});
