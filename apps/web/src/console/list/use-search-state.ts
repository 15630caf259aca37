import { useNavigate, useSearch } from '@tanstack/react-router';
import { momentOf, ownZone } from '../../zones/zoned-time.ts';
import { endOfDay } from '../residents/end-of-day.ts';

/** Filters, order, page, tab and open entity of a list in the address. */
export type SearchState = Readonly<Record<string, string | undefined>>;

/**
 * Converts the days `from` and `to` of the address to the times that the API takes; `to` includes its day. A
 * `from` that is a time already stays as it is.
 */
export function withDays({ from, to, ...others }: SearchState, timeZone = ownZone): SearchState {
  const startOf = (day: string): number => momentOf(`${day}T00:00`, timeZone);
  const isDay = (text: string | undefined): text is string =>
    text !== undefined && !Number.isNaN(startOf(text));
  return {
    ...others,
    ...(from?.includes('T') === true && { from }),
    ...(isDay(from) && { from: new Date(startOf(from)).toISOString() }),
    ...(isDay(to) && { to: endOfDay(to, timeZone) }),
  };
}

const definedOnly = (state: SearchState): SearchState =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

/** Reads and changes the query of the address, so that a link restores the list. */
export function useSearchState() {
  const search: SearchState = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: SearchState, replace: boolean): void => {
    // The second of two successive changes must keep the first.
    void navigate({ to: '.', search: (before: SearchState) => ({ ...before, ...next }), replace });
  };
  const change = (next: SearchState): void => go(next, true);
  const { page: _page, open: _open, tab: _tab, sort, hide, new: _new, ...filters } = search;
  return {
    search,
    /** The active filters. */
    filters,
    /** Filters, order and hidden columns: all that a view keeps. */
    state: definedOnly({ ...filters, sort, hide }),
    /** The chosen order, such as `-createdAt`; undefined for the default. */
    sort,
    /** Changes some parameters; undefined removes one. */
    change,
    /** Changes filters and returns to the first page. */
    filter: (next: SearchState) => change({ ...next, page: undefined }),
    clear: () =>
      change(Object.fromEntries(Object.keys({ ...filters, page: '' }).map((name) => [name, undefined]))),
    /** Shows a page of the list. The browser’s back button returns to the previous one. */
    goTo: (page: number) => go({ page: String(page) }, false),
    /** Opens an entity beside the list; undefined or the browser’s back button closes it. */
    open: (id: string | undefined) => go({ open: id }, id === undefined),
  };
}

/** Returns the place of an entity in the drawer beside its list. */
export const inDrawer = ({ id }: { id: string }) => ({
  to: '.' as const,
  search: (before: SearchState) => ({ ...before, open: id }),
});
