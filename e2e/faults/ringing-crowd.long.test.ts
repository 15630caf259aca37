import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAsManager } from '../client/property-manager.ts';
import { startDrill, type Drill } from './drill.ts';
import { startCallers, type Callers } from './measure-callers.ts';
import { addHouses, addTower, visit, waitsOf, type HeardAnswer } from './ringing-crowd.ts';

const visitors = 50;
/** Number of waves. Each starts after the previous callers have hung up. */
const waves = 6;

describe('fifty visitors who ring at the same moment', () => {
  let drill: Drill;
  let stranger: ReturnType<typeof actAsManager>;

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
    const { gatewayUrl, secondTenantApiKey: key } = drill.local;
    stranger = actAsManager({ gatewayUrl, key });
  });
  afterAll(() => drill.stop());

  /** Starts to read a list continuously, as the manager of another tenant. */
  const startReading = (): Callers => startCallers(1, () => stranger.call('/properties?limit=50'));

  async function readAlone(): Promise<number[]> {
    const reading = startReading();
    await waitUntil(() => reading.timedAnswers.length >= 200, { what: '200 lists' });
    await reading.stop();
    return reading.timedAnswers.map(({ tookMs }) => tookMs);
  }

  const countStatements = async (): Promise<number> => {
    const { opcounters } = await drill.database.admin().serverStatus();
    return Object.values(opcounters as Record<string, number>).reduce((sum, count) => sum + count, 0);
  };

  /** Whether all calls have ended. A call holds its slot until the provider's report of its end is processed. */
  const areOver = async (): Promise<boolean> =>
    (await drill.database.collection('calls').countDocuments({ status: 'RINGING' })) === 0;

  /** Lets the crowd ring in waves. */
  async function ring(numbers: readonly string[]): Promise<HeardAnswer[]> {
    const heard: HeardAnswer[] = [];
    for (let wave = 0; wave < waves; wave += 1) {
      const crowd = Array.from({ length: visitors }, (_, each) =>
        visit(drill, numbers[each % numbers.length] ?? ''),
      );
      heard.push(...(await Promise.all(crowd.map(({ arrive }) => arrive()))));
      await Promise.all(crowd.map(({ hangUp }) => hangUp()));
      await waitUntil(areOver, { what: 'the end of the calls' });
    }
    return heard;
  }

  test.each([
    ['at one building', async () => [await addTower(drill)], /<Gather /],
    ['at fifty buildings', async () => addHouses(drill, visitors), /<Dial/],
  ])(
    '%s get an instruction in the first answer, and requests of another tenant succeed',
    { timeout: 600_000 },
    async (_where, addNumbers, ledOn) => {
      const numbers = await addNumbers();
      await ring(numbers.slice(0, 1));
      const alone = await readAlone();
      const statements = await countStatements();
      const reading = startReading();
      const heard = await ring(numbers);
      await reading.stop();
      const calls = await drill.database.collection('calls').countDocuments({});
      console.log(
        JSON.stringify({
          answers: waitsOf(heard.map(({ tookMs }) => tookMs)),
          listAlone: waitsOf(alone),
          listMeanwhile: waitsOf(reading.timedAnswers.map(({ tookMs }) => tookMs)),
          statementsPerVisit: Math.round((await countStatements()) - statements) / heard.length,
          calls,
        }),
      );
      expect(heard.filter(({ status, xml }) => status !== 200 || !ledOn.test(xml))).toEqual([]);
      expect(new Set(reading.timedAnswers.map(({ status }) => status))).toEqual(new Set([200]));
    },
  );
});
