import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { findLosses } from './find-losses.ts';
import { loopJourneys } from './journey-loop.ts';

const kills = 60;

/** The outside world, which is never killed because it counts the mails. */
const outside = 'sandbox';

describe('repeatedly killed processes of the system', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  test('lose no acknowledged effect and repeat none', { timeout: 600_000 }, async () => {
    const victims = drill.processes.filter((name) => name !== outside && !name.startsWith('test-'));
    const killed: string[] = [];
    const journeys = await loopJourneys(drill, 'again');
    while (killed.length < kills) {
      const victim = victims[randomInt(victims.length)] ?? 'mongod';
      await journeys.untilMore(randomInt(1, 20));
      await drill.kill(victim);
      await drill.start(victim);
      killed.push(victim);
    }
    await journeys.untilMore(20);
    await journeys.stop();
    const interruptions = killed.filter((name) => name === 'admin-workers' || name === 'mongod').length;
    const losses = await findLosses(drill, { journeys, interruptions });
    const figures = collectFigures('killed-processes');
    figures.add({
      promise: 'F5',
      figure: `effects lost or repeated in ${kills} kills`,
      atMost: 0,
      found: losses.length,
    });
    figures.save();
    expect(losses).toEqual([]);
    expect(journeys.surprises).toEqual([]);
    expect(await drill.pas('dead-letters', 'list')).toBe('');
  });
});
