import type { Model } from 'mongoose';
import { queryWords, startsWith, type WordRange } from '../text/search-words.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The time limit of a count, in milliseconds. */
const maxTimeMS = 5000;

/** Rows that are counted for a word. */
const maxCounted = 500;

/** Returns the keys of the search index, and the filter of a list on the keys before the words. */
function searchIndexOf(model: Model<never>, filter: Filter) {
  const [hint = {}] = model.schema.indexes().find(([keys]) => Object.hasOwn(keys, 'searchWords')) ?? [];
  const scope = Object.keys(hint).filter((key) => key !== 'searchWords');
  return { hint, scope: Object.fromEntries(scope.map((key) => [key, filter[key]])) };
}

/** The condition of no row. */
const nowhere = { searchWords: { $in: [] } };

/**
 * Puts the rarest word first. The store finds rows by the first word, and reads them to compare the others. For `unit
 * 12`, it would otherwise read all units. Words that are equally frequent keep their order. A word without a row leaves
 * nothing to read.
 */
async function rarestFirst(
  model: Model<never>,
  filter: Filter,
  words: readonly WordRange[],
): Promise<readonly object[]> {
  if (words.length < 2) return words;
  const { hint, scope } = searchIndexOf(model, filter);
  const counted = words.map(async (word) => ({
    word,
    rows: await model.countDocuments({ ...scope, ...word } as object, { hint, limit: maxCounted, maxTimeMS }),
  }));
  const rarest = (await Promise.all(counted)).toSorted((a, b) => a.rows - b.rows);
  return rarest[0]?.rows === 0 ? [nowhere] : rarest.map(({ word }) => word);
}

/** Adds `q` to the filter of a list: each of its words must start a search word of the row. */
export async function withSearch(
  model: Model<never>,
  filter: Record<string, unknown>,
  q: string | undefined,
): Promise<Record<string, unknown>> {
  if (q === undefined) return filter;
  const words = queryWords(q).map(startsWith);
  // Only punctuation: it is in no word.
  if (words.length === 0) return { ...filter, ...nowhere };
  const conditions = (filter['$and'] ?? []) as readonly object[];
  return { ...filter, $and: [...(await rarestFirst(model, filter, words)), ...conditions] };
}
