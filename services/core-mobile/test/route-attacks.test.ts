import { testRouteCosts } from '@pas/testing/hostile/route-costs';
import { testAllFaults } from '@pas/testing/route-attacks/all-faults';
import { testBadRequests } from '@pas/testing/route-attacks/bad-requests';
import { testCallers } from '@pas/testing/route-attacks/callers';
import { testForeignIds } from '@pas/testing/route-attacks/foreign-ids';
import { testHostileInput } from '@pas/testing/route-attacks/hostile-input';
import { testMassAssignment } from '@pas/testing/route-attacks/mass-assignment';
import { testReach } from '@pas/testing/route-attacks/reach';
import { describe, expect, test } from 'vitest';
import { coreMobileRoutes } from '../src/routes.ts';
import { describedDependencies, startCoreMobile } from './core-mobile-harness.ts';
import { addRivals, controllerRivalKinds, rivalKinds } from './rival-rows.ts';

// The suite attacks every mounted route, including new ones.
const routes = coreMobileRoutes(describedDependencies);
const ownRoutes = routes.filter(({ callers }) => callers === 'resident');

const service = await startCoreMobile();
const rivals = await addRivals();

const controllerRoutes = routes.filter(({ callers }) => callers === 'controller');

const suite = {
  routes: routes.filter(({ callers }) => callers !== 'controller'),
  harness: () => service,
  caller: () => rivals.caller,
  own: () => rivals.own,
  unknownInput: 'ignore' as const,
};

/** The same for the routes of door controllers. */
const controllerSuite = { ...suite, routes: controllerRoutes, caller: () => rivals.controller };

test('only sign-in routes are public', () => {
  const open = routes.filter(({ callers }) => callers === 'none').map(({ path }) => path);
  expect(open.filter((path) => !path.startsWith('/registration/'))).toEqual([]);
});

describe('rows of others', () => {
  testForeignIds({ ...suite, kinds: rivalKinds, rows: (kind) => rivals.rows(kind) });
  testForeignIds({
    ...controllerSuite,
    kinds: controllerRivalKinds,
    rows: (kind) => rivals.controllerRows(kind),
  });
});

describe('lists', () => {
  testReach({
    ...suite,
    routes: ownRoutes,
    reaches: {
      'a neighbour': { caller: () => rivals.caller, grow: () => rivals.growNextDoor() },
      'another tenant': { caller: () => rivals.caller, grow: () => rivals.growElsewhere() },
    },
  });
});

describe('callers', () => {
  testCallers(suite);
  testCallers(controllerSuite);
});

describe('input', () => {
  testMassAssignment(suite);
  testHostileInput(suite);
  testRouteCosts(suite);
  testBadRequests(suite);
  testAllFaults(suite);
});

describe('input of controllers', () => {
  testMassAssignment(controllerSuite);
  testHostileInput(controllerSuite);
  testBadRequests(controllerSuite);
  testAllFaults(controllerSuite);
});
