import type { Connection } from 'mongoose';
import { control, core } from '@pas/platform/mongo/connections';
import { faultsOfPlan, hasPlan, maxReadsOf } from './judge-plan.ts';
import type { Query } from './watch-queries.ts';

const databaseOf = ({ collection }: Query): Connection | undefined =>
  [core, control].find(({ models }) =>
    Object.values(models).some((model) => model.collection.name === collection),
  );

async function explain(query: Query): Promise<Record<string, unknown>> {
  // `explain` changes no row.
  const answer = await databaseOf(query)?.db?.command({
    explain: query.command,
    verbosity: 'executionStats',
  });
  if (!answer || !hasPlan(answer)) throw new Error(`There is no plan of ${JSON.stringify(query.command)}.`);
  return answer;
}

/** Lists the indexes of all plans that the store considers for a query, chosen or not. */
export async function indexesOf(query: Query): Promise<string[]> {
  const plans = JSON.stringify(await explain(query));
  const names = Array.from(plans.matchAll(/"indexName":"([^"]+)"/g), ([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

/**
 * Lists the faults of queries that would be slow with many rows, each with its command.
 *
 * @param maxDocumentsRead maximum rows or index keys that one query may read. Default: no limit
 */
export async function faultsOfQueries(
  queries: readonly Query[],
  maxDocumentsRead = Infinity,
): Promise<string[]> {
  const faults = await Promise.all(
    queries.map(async (query) => {
      const explanation = await explain(query);
      const read = maxReadsOf(explanation);
      return [
        ...faultsOfPlan(explanation),
        ...(read > maxDocumentsRead ? [`reads ${read} rows or keys, more than ${maxDocumentsRead}`] : []),
      ].map((fault) => `${fault}: ${JSON.stringify(query.command)}`);
    }),
  );
  return faults.flat();
}
