import { expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import { idSlotsOf } from './id-slots.ts';
import { sampleSent } from './body-forms.ts';
import { nameOf, pathOf } from './sample-input.ts';
import { named } from './strike.ts';
import { sendRequest, workingRequest, writingRoutes, type WritingSuite } from './working-request.ts';

interface DeletionSuite extends WritingSuite {
  /** Routes whose repeated deletion succeeds again. */
  repeatable?: readonly string[];
  /** Routes that also accept deleted rows: the values of a person are kept until they are erased. */
  forDeleted?: readonly string[];
}

const pathSlotOf = (route: Route) => idSlotsOf(route, []).find(({ location }) => location === 'path');

/**
 * Tests that deleted rows answer 404. After each deletion, every route whose path names a row of that kind is tried,
 * including the deletion itself.
 */
export function testUseAfterDelete(suite: DeletionSuite): void {
  const { repeatable = [], forDeleted = [] } = suite;
  // A path that ends with a name deletes a part of a row.
  const deletions = writingRoutes(suite).filter(
    ({ status, path }) => status[0] === 204 && path.endsWith('}'),
  );

  test.each(named(deletions))('%s: requests for the deleted row answer 404', async (name, route) => {
    const request = await workingRequest(suite, route);
    expect((await sendRequest(suite, request)).status).toBe(204);
    const deleted = pathSlotOf(route);
    const id = request.path.split('/').at(-1) ?? '';
    const users = suite.routes.filter(
      (each) => pathSlotOf(each)?.kind === deleted?.kind && !forDeleted.includes(nameOf(each)),
    );
    expect(users).toContain(route);
    for (const user of users) {
      const use = { ...request, method: user.method.toUpperCase(), sent: sampleSent(user) };
      const { status } = await sendRequest(suite, {
        ...use,
        path: pathOf(user, { [pathSlotOf(user)?.name ?? '']: id }),
      });
      const isAgain = user === route && repeatable.includes(name);
      expect([nameOf(user), status]).toEqual([nameOf(user), isAgain ? 204 : 404]);
    }
  });
}
