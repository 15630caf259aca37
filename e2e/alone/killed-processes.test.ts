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

  /** Prepares reads of services that have two replicas. */
  async function prepareReads(): Promise<Lane[]> {
    const { gatewayUrl } = drill.local;
    const { invite } = await inviteToNewUnit(drill.manager, 'Reads', 'reads@replicas.test');
    const { token } = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
    const list: Lane = { send: () => drill.manager.call('/properties?limit=1'), expected: 200 };
    const home: Lane = { send: () => call(`${gatewayUrl}/api/v1/units`, { bearer: token }), expected: 200 };
    return [list, home, list, home];
  }

  /** Kills one process of each kind while journeys and reads run. @returns the losses and the failed reads */
  async function killOneByOne(): Promise<string[]> {
    const journeys = await loopJourneys(drill, 'killed');
    const killAfterSome = async (victim: string): Promise<void> => {
      await journeys.untilMore(randomInt(2, 8));
      await drill.kill(victim);
      await journeys.pauseDuring(drill.start(victim));
    };
    const reads = startLoad(await prepareReads(), steadyMs);
    for (const victim of ['admin-workers', 'resident-1', 'admin-1']) await killAfterSome(victim);
    const { failures } = await reads.stop();
    await killAfterSome('gateway');
    await journeys.untilMore(8);
    await journeys.stop();
    const losses = await findLosses(drill, { journeys, interruptions: 1 });
    return [...losses, ...failures, ...journeys.surprises.map(String)];
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

  test('a kill at any moment keeps each answered write stored once, fails no read and opens no door twice', async () => {
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
});
