import { randomInt } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import { buildHouse, findUntruth, type DrillHouse, type EndedAttempt } from '../faults/door-drill.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';
import { findLosses } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import { startLoad, steadyMs, type Lane } from '../faults/load.ts';

/** The store and the processes that write to it for DEV. */
const writers = ['mongod', 'gateway', 'admin-1', 'admin-2', 'admin-workers', 'resident-1', 'resident-2'];

describe('killed processes', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await borrowSystem();
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  /** Kills one process of each kind while journeys run. @returns the losses */
  async function killOneByOne(): Promise<string[]> {
    const journeys = await loopJourneys(drill, 'killed');
    for (const victim of ['admin-workers', 'resident-1', 'admin-1', 'gateway']) {
      await journeys.untilMore(randomInt(2, 8));
      await drill.kill(victim);
      await journeys.pauseDuring(drill.start(victim));
    }
    await journeys.untilMore(8);
    await journeys.stop();
    const losses = await findLosses(drill, { journeys, interruptions: 1 });
    return [...losses, ...journeys.surprises.map(String)];
  }

  /** Kills the processes behind doors during unlocks. @returns the end of each attempt */
  async function killBehindDoors(house: DrillHouse): Promise<EndedAttempt[]> {
    const [slow] = house.doors;
    if (!slow) throw new Error('no door');
    const opening = Promise.all(house.doors.map((door) => house.open(door)));
    // The controller has the command and answers only after some seconds.
    await waitUntil(async () => (await slow.pulses()) === 1, { what: 'the first door to open' });
    await Promise.all(['core-mobile-1', 'core-mobile-2'].map((replica) => drill.kill(replica)));
    await Promise.all(['core-mobile-1', 'core-mobile-2'].map((replica) => drill.start(replica)));
    await opening;
    // Without an answer the app repeats the request.
    const attempts = await Promise.all(house.doors.map((door) => house.open(door)));
    return Promise.all(attempts.map((attempt) => house.waitForEnd(attempt)));
  }

  test('a kill at any moment keeps each answered write stored once and opens no door twice', async () => {
    const behaviours = ['slow', 'answer', 'answer', 'twice', 'twice'] as const;
    const house = await buildHouse(drill, 'killed-unlocks', behaviours);
    // Both mostly wait, and neither depends on the processes that the other kills.
    const [losses, ended] = await Promise.all([killOneByOne(), killBehindDoors(house)]);
    expect(losses).toEqual([]);
    expect(ended.flatMap(findUntruth)).toEqual([]);
    expect(ended[0]).toMatchObject({ status: 'FAILED', error: 'timeout', pulses: 1 });
  });

  test('each answered write is stored once, even if all writers are killed before they publish their events', async () => {
    await drill.stopProcess('nats-server');
    const journeys = await loopJourneys(drill, 'fleet');
    await journeys.untilMore(15);
    await Promise.all(writers.map((name) => drill.kill(name)));
    await journeys.stop();
    await drill.heal();
    expect(await findLosses(drill, { journeys, interruptions: 0 })).toEqual([]);
  });

  /** Prepares reads of each service that serves residents or managers. */
  async function prepareReads(): Promise<Lane[]> {
    const { gatewayUrl } = drill.local;
    const { invite } = await inviteToNewUnit(drill.manager, 'Reads', 'reads@replicas.test');
    const { token } = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
    return [
      { send: () => drill.manager.call('/properties?limit=1'), expected: 200 },
      { send: () => call(`${gatewayUrl}/api/v1/units`, { bearer: token }), expected: 200 },
      { send: () => call(`${gatewayUrl}/access/no-such-path`, { bearer: token }), expected: 404 },
    ];
  }

  test('no read fails while one replica of a service is killed', async () => {
    const lanes = await prepareReads();
    const load = startLoad([...lanes, ...lanes], steadyMs);
    await load.untilMore(100);
    await Promise.all(['admin-1', 'resident-1', 'core-mobile-1'].map((replica) => drill.kill(replica)));
    await load.untilMore(200);
    expect((await load.stop()).failures).toEqual([]);
  });
});
