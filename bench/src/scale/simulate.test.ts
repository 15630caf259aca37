import { describe, expect, test } from 'vitest';
import { createEventQueue } from './event-queue.ts';
import { createRandom } from './random.ts';
import { simulate, type Incident, type SimulatedFigures } from './simulate.ts';

const mean = (values: readonly number[] = []): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns one station with Poisson arrivals and exponential service of one tenth of a second. */
const station = (servers: number, perSecond: number, incidents: readonly Incident[] = [], seconds = 4000) =>
  simulate({
    stations: { desk: servers },
    kinds: [{ name: 'visit', perSecond, visits: [['desk', 0.1]] }],
    incidents,
    seconds,
    seed: 7,
  });
const meanTime = ({ times }: SimulatedFigures): number => mean(times['visit']);

/** Computes the probability of a wait in M/M/c (Erlang C). */
function erlangC(servers: number, load: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < servers; n += 1) sum += term *= load / n;
  const last = (term * load) / servers / (1 - load / servers);
  return last / (sum + last);
}

describe('the simulation agrees with queueing theory', () => {
  test.each([0.3, 0.6, 0.9])('M/M/1 at load %d has the mean time 1 / (μ - λ)', (load) => {
    const expected = 1 / (10 - 10 * load);
    const figures = station(1, 10 * load);
    expect(Math.abs(meanTime(figures) / expected - 1)).toBeLessThan(0.15);
    expect(figures.stations['desk']?.utilisation).toBeCloseTo(load, 1);
  });

  test.each([
    [2, 0.7],
    [8, 0.8],
    [32, 0.9],
  ])('M/M/c with %d servers at load %d has the mean wait of Erlang C', (servers, load) => {
    const perSecond = 10 * servers * load;
    const expected = erlangC(servers, servers * load) / (10 * servers * (1 - load));
    const { stations } = station(servers, perSecond, [], 40_000 / perSecond);
    expect(Math.abs((stations['desk']?.meanWait ?? 0) / expected - 1)).toBeLessThan(0.15);
  });

  test('the 99th percentile of M/M/1 is ln 100 times its mean', () => {
    const times = station(1, 5).times['visit'] ?? [];
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    expect(p99 / (Math.log(100) * 0.2)).toBeCloseTo(1, 1);
  });

  test('a tandem of two stations takes the sum of both times (Jackson)', () => {
    const { times } = simulate({
      stations: { first: 1, second: 1 },
      kinds: [
        {
          name: 'visit',
          perSecond: 5,
          visits: [
            ['first', 0.1],
            ['second', 0.05],
          ],
        },
      ],
      seconds: 4000,
      seed: 3,
    });
    expect(mean(times['visit']) / (1 / (10 - 5) + 1 / (20 - 5))).toBeCloseTo(1, 1);
  });
});

test('a station without servers holds its queue until they return', () => {
  const outage = [
    { at: 100, station: 'desk', servers: 0 },
    { at: 110, station: 'desk', servers: 1 },
  ];
  const { stations, lastLongWait, open } = station(1, 5, outage, 300);
  // Fifty arrive in ten seconds, and leave at a net rate of five a second.
  expect(stations['desk']?.longestQueue).toBeGreaterThan(30);
  expect(lastLongWait).toBeGreaterThan(110);
  expect(lastLongWait).toBeLessThan(150);
  expect(open).toBeLessThan(20);
});

test('a storm multiplies arrivals until its end', () => {
  const storm = [
    { at: 100, kind: 'visit', factor: 3 },
    { at: 200, kind: 'visit', factor: 1 },
  ];
  const calm = station(100, 20, [], 300).times['visit']?.length ?? 0;
  const stormy = station(100, 20, storm, 300).times['visit']?.length ?? 0;
  expect(stormy / calm).toBeCloseTo(5 / 3, 1);
});

test('one seed yields the same run', () => {
  expect(station(2, 10, [], 50)).toEqual(station(2, 10, [], 50));
});

test('a kind that visits an unknown station is an error', () => {
  const kinds = [{ name: 'visit', perSecond: 1, visits: [['door', 1] as const] }];
  expect(() => simulate({ stations: { desk: 1 }, kinds, seconds: 100, seed: 1 })).toThrow(
    'visit visits an unknown station: door',
  );
});

test('the queue of events returns the earliest first', () => {
  const random = createRandom(1);
  const times = Array.from({ length: 500 }, random);
  const queue = createEventQueue<number>();
  for (const at of times) queue.add(at, at);
  expect(times.map(() => queue.take()?.at)).toEqual(times.toSorted((one, other) => one - other));
  expect(queue.take()).toBeNull();
});
