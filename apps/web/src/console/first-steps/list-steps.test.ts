import { expect, test } from 'vitest';
import { listSteps, progressOf, type SetupFacts } from './list-steps.ts';

const none = { building: 0, units: 0, door: 0, number: 0, invite: 0 };
const empty: SetupFacts = { counts: none, propertyId: null, freeNumbers: 0 };
const begun: SetupFacts = { counts: { ...none, building: 1 }, propertyId: 'prop_1', freeNumbers: 0 };
const mayAll = (): boolean => true;

const statesOf = (facts: SetupFacts, skipped: string[] = []): string =>
  listSteps(facts, skipped, mayAll)
    .map(({ name, state }) => `${name} ${state}`)
    .join(', ');

test('an empty company begins with its building, which the other steps need', () => {
  const steps = listSteps(empty, [], mayAll);
  expect(statesOf(empty)).toBe('building next, units open, door open, number open, invite open');
  expect(steps.map(({ links }) => links.length)).toEqual([1, 0, 0, 0, 0]);
  expect(progressOf(steps)).toBe('0 of 5 done');
});

test('with a building, each step opens its dialog in that building', () => {
  const [, units, door] = listSteps(begun, [], mayAll);
  expect(units).toMatchObject({ state: 'next', links: [{ params: { id: 'prop_1' } }, { to: '/imports' }] });
  expect(door?.links[0]).toMatchObject({ to: '/buildings/$id', search: { tab: 'doors', new: 'true' } });
});

test('a free number is assigned, and no other one is added', () => {
  const number = listSteps({ ...begun, freeNumbers: 2 }, [], mayAll).find(({ name }) => name === 'number');
  expect(number?.links).toMatchObject([{ label: 'Assign number', search: { status: 'AVAILABLE' } }]);
});

test('a skipped step is passed over, and done once its entity exists', () => {
  const counts = { ...begun.counts, units: 24 };
  expect(statesOf({ ...begun, counts }, ['door'])).toBe(
    'building done, units done, door skipped, number next, invite open',
  );
  expect(statesOf({ ...begun, counts: { ...counts, door: 1 } }, ['door'])).toContain('door done');
});

test('steps without their scopes are left out', () => {
  const steps = listSteps(begun, [], (scope) => scope === 'onboarding:write');
  expect(steps.map(({ name, state }) => [name, state])).toEqual([['invite', 'next']]);
});
