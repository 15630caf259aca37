import { testBadRequests } from '@pas/testing/route-attacks/bad-requests';
import { testCallers } from '@pas/testing/route-attacks/callers';
import { testHostileInput } from '@pas/testing/route-attacks/hostile-input';
import { testMassAssignment } from '@pas/testing/route-attacks/mass-assignment';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe } from 'vitest';

import { answerRoutes } from './toy-answers.routes.ts';
import { bodyRoutes } from './toy-bodies.routes.ts';
import { owner, startToy } from './toy-service.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());

const suite = { harness: () => toy, caller: () => owner, own: () => ({}), unknownInput: 'refuse' as const };

// This also tests the attacks, on one route of each kind of body and answer.
describe.each([
  ['bodies', bodyRoutes],
  ['answers', answerRoutes.filter(({ callers }) => callers === 'admin')],
])('%s', (_kind, routes) => {
  testCallers({ ...suite, routes });
  testMassAssignment({ ...suite, routes });
  testHostileInput({ ...suite, routes });
  testBadRequests({ ...suite, routes });
});
