import { setTimeout as pause } from 'node:timers/promises';
import { atMost, judge, type Goal } from '../measure/judge.ts';
import { formatLatency, latencyOf, type Latency } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { measureCapacity, underHalfLoad } from './half-load.ts';
import { makeHouses, type House } from './make-houses.ts';
import { inviteHouseholds, mailInvite, moveInDay, tapDoor } from './resident-journeys.ts';
import { playVisit, type Visit } from './visit.ts';
import { watchPulses, type PulseWatch } from './watch-pulses.ts';

/** Sizes of a run. */
export interface JourneySizes {
  /** Doors, each in a building of its own. Each journey runs once for each. */
  doors: number;
  /** People who move in, in a period. */
  people: number;
  movingMs: number;
  /** Time in which the capacity is measured. */
  capacityMs: number;
}

/** The measured journeys, with the limits of their p50 and p99 in milliseconds, quiet and under half load. */
const journeys = {
  ring: { title: 'visitor’s digits → first phone rings', quiet: [30, 100], loaded: [60, 400] },
  tap: { title: 'tap → door pulse', quiet: [40, 120], loaded: [80, 500] },
  mail: { title: 'invite → mail in the mailbox', quiet: [150, 600], loaded: [300, 2000] },
  moveIn: { title: 'move-in: invite → first opening', quiet: [500, 2000], loaded: [1000, 4000] },
  stormRing: { title: 'call storm: digits → first phone rings', quiet: [800, 1500], loaded: [1500, 4000] },
  stormOpen: { title: 'call storm: key 9 → door pulse', quiet: [800, 1500], loaded: [1500, 4000] },
} as const;
type Journey = keyof typeof journeys;

type Condition = 'quiet' | 'loaded';

/** Latencies of each journey. */
type JourneyLatencies = Readonly<Record<Journey, Latency>>;

/** Measurements of a run. */
interface JourneyMeasurement {
  sizes: JourneySizes;
  /** Lists per second of the unloaded system. */
  capacity: number;
  quiet: JourneyLatencies;
  loaded: JourneyLatencies;
}

/** Figures of a run. */
export type JourneyFigures = JourneyMeasurement & JudgedFigures;

const words: Readonly<Record<Condition, string>> = { quiet: 'quiet', loaded: 'half load' };

const goalsOf = (journey: Journey, condition: Condition): Goal<JourneyMeasurement>[] => {
  const { title, [condition]: limits } = journeys[journey];
  const [p50, p99] = limits;
  const name = `${title}, ${words[condition]}`;
  return [
    atMost(p50, `${name}: p50, ms`, ({ [condition]: { [journey]: found } }) => found.p50Ms),
    atMost(p99, `${name}: p99, ms`, ({ [condition]: { [journey]: found } }) => found.p99Ms),
  ];
};

const names = Object.keys(journeys) as Journey[];

const goals = (['quiet', 'loaded'] as const).flatMap((condition) =>
  names.flatMap((journey) => goalsOf(journey, condition)),
);

interface Scene {
  system: BenchSystem;
  pulses: PulseWatch;
  houses: readonly House[];
  sizes: JourneySizes;
}

/** Runs a journey for one house after the other. */
async function forEach<T>(houses: readonly House[], run: (house: House) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const house of houses) results.push(await run(house));
  return results;
}

/** Longer than a door stays open. Until then, its resident opens it no second time. In milliseconds. */
const closingMs = 2500;

/** Runs all journeys once under one condition. */
async function measureJourneys(
  { system, pulses, houses, sizes }: Scene,
  condition: Condition,
): Promise<JourneyLatencies> {
  const { webhooksUrl: url, publicWebhookUrl: publicUrl, webhookSecrets } = system.local;
  const receiver = { url, publicUrl, token: webhookSecrets.telephonyA };
  const visit = (house: House): Promise<Visit> => playVisit(receiver, house, pulses);
  const visits = await forEach(houses, visit);
  const mails = await forEach(houses, ({ unitId, ref }) => mailInvite(system, unitId, `${condition}-${ref}`));
  await pause(closingMs);
  const taps = await forEach(houses, (house) => tapDoor(system, house, pulses));
  await pause(closingMs);
  const storm = await Promise.all(houses.map(visit));
  const [house] = houses;
  if (!house) throw new Error('There is no house.');
  const movers = Array.from({ length: sizes.people }, (_, index) => `${condition}-mover-${index}`);
  const tokens = await inviteHouseholds(system, house, movers);
  const moves = await moveInDay(system, house, { tokens, durationMs: sizes.movingMs });
  return {
    ring: latencyOf(visits.map(({ ringMs }) => ringMs)),
    tap: latencyOf(taps),
    mail: latencyOf(mails),
    moveIn: latencyOf(moves),
    stormRing: latencyOf(storm.map(({ ringMs }) => ringMs)),
    stormOpen: latencyOf(storm.map(({ openMs }) => openMs)),
  };
}

/** Measures the journeys on a running system, quiet and under half load. */
export async function benchJourneys(system: BenchSystem, sizes: JourneySizes): Promise<JourneyFigures> {
  const houses = await makeHouses(system, sizes.doors);
  const pulses = await watchPulses(
    system.local.natsUrl,
    houses.map(({ ref }) => ref),
  );
  try {
    const scene = { system, pulses, sizes, houses };
    const quiet = await measureJourneys(scene, 'quiet');
    const capacity = await measureCapacity(system, sizes.capacityMs);
    const loaded = await underHalfLoad(system, capacity, () => measureJourneys(scene, 'loaded'));
    const measured = { sizes, capacity: Math.round(capacity), quiet, loaded };
    return { ...measured, comparisons: judge(goals, [measured], 1) };
  } finally {
    await pulses.stop();
  }
}

/** Formats the figures of a run. */
export const formatJourneys = ({ sizes, capacity, quiet, loaded }: JourneyFigures): string[] => [
  `${sizes.doors} doors; ${sizes.people} people move in within ${sizes.movingMs / 1000} s; half load is ${Math.round(capacity / 2)} lists a second`,
  formatTable<Journey>(
    [
      ['p50 · p99, ms', (name) => journeys[name].title],
      ['quiet', (name) => formatLatency(quiet[name])],
      ['half load', (name) => formatLatency(loaded[name])],
    ],
    names,
  ),
];

export const journeyProgram = defineProgram({
  summary: 'calls, openings, invites and a move-in day of 200 people, quiet and under half load',
  defaults: { doors: 50, people: 200, minutes: 1 },
  measure: ({ doors, people, minutes }) =>
    onSystem((system) =>
      benchJourneys(system, { doors, people, movingMs: minutes * 60_000, capacityMs: 3000 }),
    ),
  format: formatJourneys,
});
