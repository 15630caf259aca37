import { control, core } from '@pas/platform/mongo/connections';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOfQueries } from './explain-queries.ts';
import { watchQueries, type QueryWatch } from './watch-queries.ts';

/** Something that a service is asked to do. */
export interface Act {
  /** What is done, for people: `log in`. */
  name: string;
  /** The status of its answer. */
  status: number;
  /** Makes what it needs, and gives the request. */
  prepare: () => Promise<() => Promise<{ status: number }>>;
}

/**
 * Tests that what acts look for and change stands on indexes, and that each query of them reads few rows. It is for what
 * `testPlans` can't make up by itself: requests with a body.
 *
 * @param mostRead how many rows or keys of an index one query may read
 */
export function testActs(acts: readonly Act[], mostRead: number): void {
  let watch: QueryWatch;
  beforeAll(() => {
    watch = watchQueries([core, control]);
  });
  afterAll(() => watch.stop());

  test.each(acts)('to $name stands on indexes', async ({ status, prepare }) => {
    const act = await prepare();
    let answer = { status: 0 };
    const queries = await watch.during(async () => {
      answer = await act();
    });
    expect(answer.status).toBe(status);
    expect(queries).not.toEqual([]);
    expect(await faultsOfQueries(queries, mostRead)).toEqual([]);
  });
}
