import { control, core } from '@pas/platform/mongo/connections';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchSharding, type ShardingWatch } from '../sharding/watch-sharding.ts';
import { faultsOfQueries } from './explain-queries.ts';
import { watchQueries, type QueryWatch } from './watch-queries.ts';

/** A request that makes a service act. */
export interface Act {
  /** The readable name of the act: `log in`. */
  name: string;
  /** The status of its answer. */
  status: number;
  /** Makes the rows that it needs, and returns the request. */
  prepare: () => Promise<() => Promise<{ status: number }>>;
}

/**
 * Tests that the queries of acts use indexes, read few rows and fit the shard plan. It covers requests with a body,
 * which `testPlans` cannot generate.
 *
 * @param maxDocumentsRead maximum rows or index keys that one query may read
 */
export function testActs(acts: readonly Act[], maxDocumentsRead: number): void {
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

  test.each(acts)('every query to $name uses an index', async ({ status, prepare }) => {
    const act = await prepare();
    let answer = { status: 0 };
    sharding.takeFaults();
    const queries = await watch.during(async () => {
      answer = await act();
    });
    expect(answer.status).toBe(status);
    expect(queries).not.toEqual([]);
    expect(sharding.takeFaults()).toEqual([]);
    expect(await faultsOfQueries(queries, maxDocumentsRead)).toEqual([]);
  });
}
