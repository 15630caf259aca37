import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectFigures } from '../faults/collect-figures.ts';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findLosses } from '../faults/find-losses.ts';
import { loopJourneys } from '../faults/journey-loop.ts';
import { startLoad } from '../faults/load.ts';
import { readGauges } from '../faults/read-gauges.ts';

/** A release is soaked for half an hour. */
const minutes = process.env['KEEP_FIGURES'] === '1' ? 30 : 3;

/** Paces of requests and of journeys that leave about half of two cores idle. The mailbox keeps 5,000 mails. */
const [paceMs, journeyPaceMs] = [100, 2000];
const sampleMs = 5000;

/** Processes without metrics of their own. */
const others = /^(?:mongod|nats-server|sandbox)/;

interface Sample {
  memory: number;
  handles: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

let drill: Drill;
const figures = collectFigures('soak');

beforeAll(async () => {
  drill = await startDrill({ replicas: 2 });
}, 600_000);
afterAll(async () => {
  figures.save();
  await drill.stop();
});

/** Reads memory and open files of every process with metrics, at each step until the end. */
async function sample(untilMs: number): Promise<Map<string, Sample[]>> {
  const { ports } = drill.blueprint;
  const watched = ports.all.filter(({ user }) => drill.processes.includes(user) && !others.test(user));
  const samples = new Map(watched.map(({ user }): [string, Sample[]] => [user, []]));
  while (performance.now() < untilMs) {
    for (const { user, port } of watched) {
      const { residentBytes, openFiles } = await readGauges(ports.metricsPortOf(port));
      samples.get(user)?.push({ memory: residentBytes, handles: openFiles });
    }
    await pause(sampleMs);
  }
  return samples;
}

/** Returns the growth from the second third to the last one. In the first one, processes reach their usual size. */
function growthOf(samples: readonly Sample[], kind: keyof Sample): { before: number; after: number } {
  const third = Math.floor(samples.length / 3);
  const medianOf = (from: number): number =>
    median(samples.slice(from, from + third).map((each) => each[kind]));
  return { before: medianOf(third), after: medianOf(2 * third) };
}

test(
  'memory and open files do not grow under a steady load',
  { timeout: (minutes + 10) * 60_000 },
  async () => {
    const journeys = await loopJourneys(drill, 'soak', journeyPaceMs);
    const reading = { send: () => drill.manager.call('/properties?limit=1'), expected: 200 };
    const body = { name: 'Soaked' };
    const writing = { send: () => drill.manager.call('/properties', { body }), expected: 201 };
    const load = startLoad([reading, writing, reading, writing], paceMs);
    const samples = await sample(performance.now() + minutes * 60_000);
    const report = await load.stop();
    await journeys.stop();
    const losses = await findLosses(drill, { journeys, interruptions: 0 });
    const grown = [...samples].map(([name, each]) => {
      const [memory, handles] = [growthOf(each, 'memory'), growthOf(each, 'handles')];
      return {
        name,
        mebibytes: Math.round(memory.after / 1024 ** 2),
        percent: Math.round((100 * (memory.after - memory.before)) / memory.before),
        handles: handles.after - handles.before,
      };
    });
    console.log(`soak of ${minutes} min: ${JSON.stringify({ ...report, grown })}`);
    const most = (kind: 'percent' | 'handles'): number => Math.max(...grown.map((each) => each[kind]));
    figures.add(
      {
        promise: 'F24',
        figure: 'growth of memory, the process that grew most',
        atMost: 10,
        found: most('percent'),
        unit: '%',
      },
      {
        promise: 'F24',
        figure: 'growth of open files, the process that grew most',
        atMost: 5,
        found: most('handles'),
      },
      {
        promise: 'F24',
        figure: 'effects lost or doubled, and kinds of failed answers',
        atMost: 0,
        found: losses.length + report.failures.length,
      },
    );
    expect([losses, report.failures, journeys.surprises]).toEqual([[], [], []]);
    // A cycle of the collector changes memory by less than this share.
    expect(grown.filter(({ percent, handles }) => percent > 25 || handles > 10)).toEqual([]);
  },
);
