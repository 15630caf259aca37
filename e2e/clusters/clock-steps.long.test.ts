import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findLosses } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import { notOnce, startValidCallers, unjust } from '../faults/valid-callers.ts';
import { collectFigures } from '../faults/collect-figures.ts';

const tenMinutes = 600_000;

const countStops = (drill: Drill, name: string): number => drill.logOf(name).split('"msg":"stopped"').length;

describe('a clock that steps by ten minutes in a running process', () => {
  let drill: Drill;
  const figures = collectFigures('clock-steps');

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  }, 600_000);
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });

  const stepped = ['gateway', 'admin-1', 'resident-1', 'core-mobile-1', 'webhooks-1', 'admin-workers'];
  const steps = stepped.flatMap((name): [string, number][] => [
    [name, tenMinutes],
    [name, -tenMinutes],
  ]);

  test.each(steps)(
    '%s by %i ms refuses no valid caller, loses nothing and repeats nothing',
    { timeout: 900_000 },
    async (name, ms) => {
      const run = `${name}-${ms > 0 ? 'ahead' : 'behind'}`;
      await drill.prepareClock(name, ms);
      const stops = countStops(drill, name);
      const journeys = await loopJourneys(drill, run);
      const callers = await startValidCallers(drill, run);
      await callers.untilMore(20);
      await drill.stepClock(name);
      await callers.untilMore(60);
      await drill.stepClock(name);
      await callers.untilMore(20);
      expect(countStops(drill, name)).toBe(stops);
      const report = await callers.stop();
      await journeys.stop();
      await drill.shiftClock(name, 0);
      console.log(`${run}: ${JSON.stringify({ ...report, made: report.made.length })}`);
      const [refused, wrong, losses] = [
        unjust(report),
        await notOnce(drill, report),
        await findLosses(drill, { journeys, interruptions: 1 }),
      ];
      figures.add(
        { promise: 'F19', figure: `${run}: valid callers refused`, atMost: 0, found: refused.length },
        {
          promise: 'F19',
          figure: `${run}: effects lost or doubled`,
          atMost: 0,
          found: wrong.length + losses.length,
        },
      );
      expect([refused, wrong, losses]).toEqual([[], [], []]);
      expect(journeys.surprises).toEqual([]);
    },
  );
});
