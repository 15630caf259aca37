import { argumentSchema, describeOperation } from './tools.ts';
import type { Operation } from './operation.ts';

/** Maximum number of operations in one answer with their schemas. */
const maxFound = 5;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);

/** Counts the words of a query that begin a word of the operation. A word of the name counts three times. */
function rank(operation: Operation, query: readonly string[]): number {
  const name = wordsOf(operation.name);
  const text = wordsOf(`${operation.summary} ${operation.scope ?? ''} ${operation.description}`);
  const begins = (words: readonly string[], word: string): boolean =>
    words.some((each) => each.startsWith(word));
  return query.reduce((sum, word) => sum + (begins(name, word) ? 3 : 0) + (begins(text, word) ? 1 : 0), 0);
}

/** Lists the names of operations by scope. */
function namesByScope(operations: readonly Operation[]): Record<string, string[]> {
  const grouped = Map.groupBy(operations, ({ scope }) => scope ?? 'none');
  return Object.fromEntries([...grouped].map(([scope, group]) => [scope, group.map(({ name }) => name)]));
}

/** Finds operations by words: the best five with their schemas, or all names by scope without a query. */
export function searchOperations(
  all: readonly Operation[],
  { query = '', scope }: { query?: string; scope?: string },
): object {
  const operations = all.filter((operation) => scope === undefined || operation.scope === scope);
  const words = wordsOf(query.slice(0, 200));
  if (words.length === 0) return { operationsByScope: namesByScope(operations) };
  const ranked = operations
    .map((operation) => ({ operation, score: rank(operation, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return {
    found: ranked.slice(0, maxFound).map(({ operation }) => ({
      operation: operation.name,
      scope: operation.scope,
      description: describeOperation(operation),
      arguments: argumentSchema(operation),
    })),
    further: ranked.slice(maxFound, 25).map(({ operation }) => operation.name),
  };
}
