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
import { adminRoutes } from '../src/routes.ts';
import { adminDependencies, startAdmin } from './admin-harness.ts';
import { addRivals, rivalKinds } from './rival-rows.ts';

// Routes are not named here: every mounted route of the Admin API is attacked, including new ones.
const routes = adminRoutes(adminDependencies);

const admin = await startAdmin();
const rivals = await addRivals(admin);

const suite = {
  routes,
  harness: () => admin,
  caller: () => rivals.caller,
  own: () => rivals.own,
  unknownInput: 'refuse' as const,
};

/** Routes of setup links, which only the platform creates and reads. */
const setupLinks = [
  'POST /api/admin/setup-links',
  'GET /api/admin/setup-links',
  'GET /api/admin/setup-links/{id}',
  'DELETE /api/admin/setup-links/{id}',
];

/** Routes only for the platform: they belong to no tenant. */
const receipts = ['GET /api/admin/webhook-receipts', 'GET /api/admin/webhook-receipts/rejections'];

test('every route names one scope and is for callers of the Admin API, but for `self` and reports of leaks', () => {
  const exempt = ['getSelf', 'rotateOwnApiKey', 'reportLeakedKeys'];
  const unscoped = routes.filter(({ callers, scope }) => callers !== 'admin' || scope === null);
  expect(unscoped.map(({ operationId }) => operationId)).toEqual(exempt);
});

describe('callers that are not the gateway', () => {
  testWithoutGateway(suite);
});

describe('rows of others', () => {
  testForeignIds({
    ...suite,
    kinds: rivalKinds,
    rows: (kind) => rivals.rows(kind),
    forDeleted: ['GET /api/admin/users/{id}/data-export', 'POST /api/admin/users/{id}/erase'],
    companions: {
      'PUT /api/admin/units/by-external-id/{externalId} propertyId': () => ({ label: '4B' }),
      'POST /api/admin/onboarding/invite propertyId': () => ({ unitId: undefined, unitLabel: '4B' }),
      'POST /api/admin/onboarding/dispatch token': () => ({ inviteId: undefined }),
      'POST /api/admin/onboarding/resend token': () => ({ inviteId: undefined }),
      'POST /api/admin/passes accessPointIds': (own) => ({ propertyId: own['prop_'] }),
      'POST /api/admin/passes propertyId': (own) => ({ accessPointIds: [own['door_']] }),
      'POST /api/admin/access-points unitId': (own) => ({ propertyId: own['prop_'], kind: 'UNIT' }),
      'PATCH /api/admin/access-points/{id} unitId': () => ({ kind: 'UNIT' }),
      'POST /api/admin/virtual-numbers/{id}/assign unitId': (own) => ({ propertyId: own['prop_'] }),
      'POST /api/admin/virtual-numbers/{id}/assign accessPointId': (own) => ({ propertyId: own['prop_'] }),
    },
  });
});

describe('lists and figures', () => {
  testReach({
    ...suite,
    reaches: {
      'another tenant': {
        caller: () => rivals.caller,
        grow: () => rivals.growBeyondTenant(),
        closed: ['GET /api/admin/setup-links', ...receipts],
      },
      'another property': {
        caller: () => rivals.restricted,
        grow: () => rivals.growBeyondProperty(),
        closed: [
          'GET /api/admin/audit/verify',
          'GET /api/admin/staff-sessions',
          'GET /api/admin/test-clocks',
          'GET /api/admin/setup-links',
          ...receipts,
        ],
      },
    },
  });
});

describe('callers', () => {
  testCallers({
    ...suite,
    platformOnly: ['POST /api/admin/tenants', ...setupLinks, ...receipts],
    handsOn: {
      'POST /api/admin/api-keys': ['units:read'],
      'GET /api/admin/users/{id}/data-export': ['audit:read'],
      'POST /api/admin/webhook-endpoints': ['access-events:read'],
    },
  });
});

describe('input', () => {
  testMassAssignment(suite);
  testHostileInput(suite);
  testRouteCosts(suite);
  testBadRequests(suite);
  testAllFaults({
    ...suite,
    judgedWith: {
      'POST /api/admin/onboarding/invite dispatch': ['inviteeEmail', 'inviteePhone'],
      'POST /api/admin/onboarding/invite unitLabel': ['unitId', 'propertyId'],
      'POST /api/admin/onboarding/dispatch channels': ['inviteId', 'token'],
      'POST /api/admin/onboarding/dispatch token': ['inviteId'],
      'POST /api/admin/onboarding/resend channels': ['inviteId', 'token'],
      'POST /api/admin/onboarding/resend token': ['inviteId'],
      'POST /api/admin/users/{id}/residences endsAt': ['startsAt'],
      'POST /api/admin/users/{id}/move-out effectiveAt': ['unitId'],
      'POST /api/admin/users/{id}/transfer effectiveAt': ['fromUnitId'],
      'GET /api/admin/analytics/calls from': ['to', 'interval'],
      'GET /api/admin/analytics/access from': ['to', 'interval'],
      'GET /api/admin/analytics/onboarding from': ['to', 'interval'],
      'GET /api/admin/api-keys/{id}/usage from': ['to', 'interval'],
    },
  });
});
