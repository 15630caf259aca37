import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import { fixedPeriod } from './fixed-period.ts';
import { nameOf, pathParameters } from './sample-input.ts';

/** An area beyond the reach of a caller. */
interface Reach {
  caller: () => Principal;
  /** Adds rows of every kind in that area, and deletes some. */
  grow: () => Promise<void>;
  /** Routes that are closed to this caller, because they show rows beyond its reach. */
  closed?: readonly string[];
}

interface ReachSuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /** Areas by their name: `another tenant`. */
  reaches: Readonly<Record<string, Reach>>;
}

/** Removes the time of a figure, which is independent of rows. */
const timeless = (name: string, value: unknown): unknown => (name === 'generatedAt' ? null : value);

/** Tests that no answer piles up listeners. Node would log a warning for each one. */
function testListeners(): void {
  const warnings: string[] = [];
  const note = ({ name, message }: Error): void => {
    if (name === 'MaxListenersExceededWarning') warnings.push(message);
  };
  beforeAll(() => void process.on('warning', note));
  afterAll(() => void process.off('warning', note));
  test('and no answer makes Node warn of listeners', () => expect(warnings).toEqual([]));
}

/** Tests that additions and deletions beyond the caller's reach change no list, total or figure. */
export function testReach({ routes, harness, reaches }: ReachSuite): void {
  const readable = routes.filter((route) => route.method === 'get' && pathParameters(route).length === 0);

  describe.each(Object.entries(reaches))(
    '%s’s new rows change nothing in',
    (_where, { caller, grow, closed = [] }) => {
      const read = async (route: Route): Promise<string> => {
        const { path, query = {} } = route;
        const all = Object.hasOwn(query, 'includeDeleted') && { includeDeleted: 'true' };
        const parameters = new URLSearchParams({ ...fixedPeriod(route), ...all }).toString();
        const { status, body } = await harness().call<object>('GET', `${path}?${parameters}`, {
          as: caller(),
        });
        expect(status).toBe(200);
        return JSON.stringify(body, timeless);
      };
      const open = readable.filter((route) => !closed.includes(nameOf(route)));
      const before = new Map<Route, string>();
      beforeAll(async () => {
        for (const route of open) before.set(route, await read(route));
        await grow();
      });
      test.each(open.map((route) => [nameOf(route), route] as const))('%s', async (_name, route) => {
        expect(await read(route)).toBe(before.get(route));
      });
      testListeners();
    },
  );
}
