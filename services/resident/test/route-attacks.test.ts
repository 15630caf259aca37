import { testRouteCosts } from '@pas/testing/hostile/route-costs';
import { testAllFaults } from '@pas/testing/route-attacks/all-faults';
import { testBadRequests } from '@pas/testing/route-attacks/bad-requests';
import { testCallers } from '@pas/testing/route-attacks/callers';
import { testForeignIds } from '@pas/testing/route-attacks/foreign-ids';
import { testHostileInput } from '@pas/testing/route-attacks/hostile-input';
import { testMassAssignment } from '@pas/testing/route-attacks/mass-assignment';
import { testReach } from '@pas/testing/route-attacks/reach';
import { testWithoutGateway } from '@pas/testing/route-attacks/without-gateway';
import { describe, expect, test } from 'vitest';
import { residentRoutes } from '../src/routes.ts';
import { describedRoutes, startResident } from './resident-harness.ts';
import { addRivals, rivalKinds } from './rival-rows.ts';

// The suite attacks every mounted route of the Resident API, including new ones.
const routes = residentRoutes(describedRoutes);
const ownRoutes = routes.filter(({ callers }) => callers === 'resident');

const service = await startResident();
const rivals = await addRivals(service);

const suite = {
  routes,
  harness: () => service,
  caller: () => rivals.caller,
  own: () => rivals.own,
  unknownInput: 'ignore' as const,
};

test('only sign-in routes and pages are public', () => {
  const open = routes.filter(({ callers }) => callers !== 'resident').map(({ path }) => path);
  expect(
    open.filter((path) => !path.startsWith('/api/v1/auth/') && !/^\/(join|reset|pass)(\/|$)/.test(path)),
  ).toEqual([]);
});

describe('callers other than the gateway', () => {
  testWithoutGateway(suite);
});

describe('rows of others', () => {
  testForeignIds({ ...suite, kinds: rivalKinds, rows: (kind) => rivals.rows(kind) });
});

describe('lists and figures', () => {
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
});

describe('input', () => {
  testMassAssignment(suite);
  testHostileInput(suite);
  testRouteCosts(suite);
  testBadRequests(suite);
  testAllFaults(suite);
});
