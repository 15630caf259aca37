import { actions } from './actions.ts';
import { consolePages } from './pages.ts';
import { searchSources, type Find, type SearchSource } from './search-sources.ts';

/** Results of one kind. */
export interface FindGroup {
  title: string;
  finds: readonly Find[];
}

/** The results of a search. */
export interface SearchAnswer {
  groups: readonly FindGroup[];
  /** Whether a part of the search failed. */
  isPartial: boolean;
}

type May = (scope: string) => boolean;

/** Returns a link to a visitor's calls for a complete number. Without a country code a number is ambiguous. */
function findCalls(text: string): Find[] {
  const number = text.replace(/[\s().-]/g, '');
  if (!/^\+\d{7,15}$/.test(number)) return [];
  const search = { fromNumber: number };
  return [{ key: 'calls', name: `Calls from ${text}`, note: '', to: '/calls', params: {}, search }];
}

/** Whether a name contains the text and the person has the required scope. */
const fits =
  (text: string, may: May) =>
  ({ name, scope }: { name: string; scope: string }): boolean =>
    may(scope) && name.toLowerCase().includes(text.toLowerCase());

const findActions = (text: string, may: May): Find[] =>
  actions.filter(fits(text, may)).map(({ name, path }) => ({
    key: name,
    name,
    note: '',
    to: path,
    params: {},
    search: path === '/imports' ? {} : { new: 'true' },
  }));

const findPages = (text: string, may: May): Find[] =>
  consolePages
    .filter(fits(text, may))
    .map(({ path, name }) => ({ key: path, name, note: '', to: path, params: {}, search: {} }));

/** Searches one kind of entity. Further matches are behind a last result that opens the list. */
async function search(
  { title, list, find }: SearchSource,
  q: string,
  signal: AbortSignal,
): Promise<FindGroup> {
  const { finds, total } = await find(q, signal);
  if (list === null || total <= finds.length) return { title, finds };
  const name = `All ${total.toLocaleString('en')} matches`;
  return {
    title,
    finds: [...finds, { key: `all ${list}`, name, note: '', to: list, params: {}, search: { q } }],
  };
}

/**
 * Finds entities, pages and actions that the person may use; only actions and pages for an empty text. A source that
 * fails is left out.
 *
 * @throws ApiProblem if all sources fail
 */
export async function findEverywhere(text: string, may: May, signal: AbortSignal): Promise<SearchAnswer> {
  const pages = { title: 'Pages', finds: findPages(text, may) };
  const begun = { title: 'Actions', finds: findActions(text, may) };
  if (text === '') return { groups: [begun, pages], isPartial: false };
  const sources = searchSources.filter(({ scope }) => may(scope));
  const answers = await Promise.allSettled(sources.map((source) => search(source, text, signal)));
  const found = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed && found.length === 0) throw failed.reason;
  const calls = { title: 'Calls', finds: may('calls:read') ? findCalls(text) : [] };
  const groups = [...found, calls, pages, begun].filter(({ finds }) => finds.length > 0);
  return { groups, isPartial: failed !== undefined };
}
