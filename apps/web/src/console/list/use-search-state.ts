import { useNavigate, useSearch } from '@tanstack/react-router';

/** The filters, page and open entity of a list, as the address says them. */
export type SearchState = Readonly<Record<string, string | undefined>>;

/** Reads and changes the query of the address: a link to it shows the same. */
export function useSearchState() {
  const search: SearchState = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: SearchState): void => {
    void navigate({ to: '.', search: { ...search, ...next }, replace: true });
  };
  return {
    search,
    /** Changes some parameters; undefined takes one away. */
    change,
    /** Changes filters, which begins at the first page again. */
    filter: (next: SearchState) => change({ ...next, page: undefined }),
    open: (id: string | undefined) => change({ open: id }),
  };
}
