import { useNavigate, useSearch } from '@tanstack/react-router';

/** The filters, order, page and open entity of a list, as the address says them. */
export type SearchState = Readonly<Record<string, string | undefined>>;

const dayMs = 86_400_000;

/** The filters with `from` and `to`, which the address has as days, as the times that the API takes; `to` includes its day. */
export function withDays({ from, to, ...others }: SearchState): SearchState {
  const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();
  const isDay = (text: string | undefined): text is string =>
    text !== undefined && !Number.isNaN(startOf(text));
  return {
    ...others,
    ...(isDay(from) && { from: new Date(startOf(from)).toISOString() }),
    ...(isDay(to) && { to: new Date(startOf(to) + dayMs).toISOString() }),
  };
}

/** Reads and changes the query of the address: a link to it shows the same. */
export function useSearchState() {
  const search: SearchState = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: SearchState, replace: boolean): void => {
    // Of two changes one after the other, the second must keep the first.
    void navigate({ to: '.', search: (before: SearchState) => ({ ...before, ...next }), replace });
  };
  const change = (next: SearchState): void => go(next, true);
  const { page: _page, open: _open, sort, new: _new, ...filters } = search;
  return {
    search,
    /** What narrows the list down. */
    filters,
    /** The order that was chosen, such as `-createdAt`; undefined where the list has its own. */
    sort,
    /** Changes some parameters; undefined takes one away. */
    change,
    /** Changes filters, which begins at the first page again. */
    filter: (next: SearchState) => change({ ...next, page: undefined }),
    clear: () =>
      change(Object.fromEntries(Object.keys({ ...filters, page: '' }).map((name) => [name, undefined]))),
    /** Shows a page of the list; the browser’s way back leads to the one before. */
    goTo: (page: number) => go({ page: String(page) }, false),
    /** Opens an entity beside the list, and the browser’s way back closes it; undefined closes it too. */
    open: (id: string | undefined) => go({ open: id }, id === undefined),
  };
}
