import { expect, test } from 'vitest';
import { readMeasuredKinds, simulatedKinds, totalOf } from './measured-kinds.ts';
import { busyCores, neededCores, timesLoad } from './plan-cores.ts';
import { runScenario, scenarios } from './scenarios.ts';

const kinds = [{ name: 'unlock', demands: { services: 10, mongod: 20, workers: 5 }, source: 'doors' }];

test('a station is as busy as its requests take processor time', () => {
  const busy = busyCores(kinds, timesLoad({ unlock: 10 }, 10));
  expect(busy).toMatchObject({ services: 1, mongod: 2, workers: 0.5, gateway: 0 });
  expect(neededCores(busy)).toMatchObject({ services: 2, mongod: 4, workers: 1, gateway: 1 });
});

test('each measured kind takes processor time of the gateway, a service and the store', () => {
  for (const { demands } of readMeasuredKinds()) {
    expect(Object.keys(demands).slice(0, 3)).toEqual(['gateway', 'services', 'mongod']);
    expect(totalOf(demands)).toBeGreaterThan(1);
  }
});

test('a caller waits for the answer, and not for its effects', () => {
  const [kind] = kinds;
  const made = kind ? simulatedKinds(kind, 3) : [];
  expect(made.map(({ name, visits }) => [name, visits.map(([station]) => station)])).toEqual([
    ['unlock', ['services', 'mongod']],
    ['unlock, effects', ['workers']],
  ]);
});

test('a failed primary delays unlocks by its outage, and the queue drains', () => {
  const load = { unlock: 20 };
  const cell = { kinds, load, cores: neededCores(busyCores(kinds, load)) };
  const [calm, failed] = ['calm', 'the primary fails for 3 s'].map((name) =>
    scenarios.filter((each) => each.name === name).map((each) => runScenario(cell, each)),
  );
  expect(calm?.[0]?.unlockMs.p99).toBeLessThan(1000);
  expect(failed?.[0]?.unlockMs.p99).toBeGreaterThan(1000);
  expect(failed?.[0]).toMatchObject({ longest: { station: 'mongod' }, isOverloaded: false });
});
