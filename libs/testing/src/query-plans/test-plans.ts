import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import { control, core } from '@pas/platform/mongo/connections';
import type { Principal } from '@pas/shared/principal/principal';
import type { OwnRows } from '../route-attacks/id-slots.ts';
import { nameOf } from '../route-attacks/sample-input.ts';
import type { ServiceHarness } from '../service-harness.ts';
import { watchSharding, type ShardingWatch } from '../sharding/watch-sharding.ts';
import { faultsOfQueries } from './explain-queries.ts';
import { pathOfRequest, readRequestsOf } from './list-requests.ts';
import { watchQueries, type QueryWatch } from './watch-queries.ts';

interface PlanSuite {
  routes: readonly Route[];
  /** A harness over databases that report their commands (`withCommandEvents`). */
  harness: () => ServiceHarness;
  /** Callers by their reach: `one property`. */
  callers: Readonly<Record<string, () => Principal>>;
  own: () => OwnRows;
  /** Routes that are closed to some of the callers. */
  closed?: readonly string[];
  /** Maximum rows or index keys that one query may read. Default: no limit. */
  maxDocumentsRead?: number;
  /** Routes that may read more. */
  wide?: readonly string[];
}

/**
 * Tests that all requests of reading routes use an index: each order in both directions, and each filter by itself. The
 * store explains the queries that the app sends.
 */
export function testPlans({ routes, harness, callers, own, closed = [], ...reads }: PlanSuite): void {
  const { maxDocumentsRead, wide = [] } = reads;
  let watch: QueryWatch;
  let sharding: ShardingWatch;
  beforeAll(() => {
    watch = watchQueries([core, control]);
    sharding = watchSharding([core, control]);
  });
  afterAll(() => {
    watch.stop();
    sharding.stop();
  });

  const reading = routes.filter(({ method }) => method === 'get');
  const cases = reading.flatMap((route) =>
    readRequestsOf(route, {}).map(({ name }, index): [string, string, Route, number] => [
      nameOf(route),
      name,
      route,
      index,
    ]),
  );
  describe.each(Object.entries(callers))('for a caller of %s', (_whose, caller) => {
    test.each(cases)('%s with %s uses an index', async (name, _asked, route, index) => {
      const request = readRequestsOf(route, own())[index] ?? { name: '', query: '' };
      const path = pathOfRequest(route, own(), request);
      let status = 0;
      sharding.takeFaults();
      const queries = await watch.during(async () => {
        ({ status } = await harness().call('GET', path, { as: caller() }));
      });
      expect(sharding.takeFaults()).toEqual([]);
      // A 404 has queried the store, too.
      const isClosed = status === 403 && closed.includes(name);
      expect({ path, isRead: status === 200 || status === 404 || isClosed }).toEqual({ path, isRead: true });
      expect(await faultsOfQueries(queries, wide.includes(name) ? undefined : maxDocumentsRead)).toEqual([]);
    });
  });
}
