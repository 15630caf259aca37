import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchState, type SearchState } from './use-search-state.ts';

/** Rows on a page of the console. */
const pageSize = 25;

export interface PageQuery {
  limit: number;
  offset: number;
}

export interface ListAnswer<Row> {
  rows: readonly Row[];
  total: number;
}

/** A list of the API: its key, and a function that reads one page with filters and order. */
export interface ListSource<Row> {
  key: string;
  /** The default order, if it differs from the API's. */
  sort?: string;
  load: (page: PageQuery, search: SearchState) => Promise<ListAnswer<Row>>;
  /** Reads all rows that match as a CSV file, if the API offers it. */
  csv?: (search: SearchState) => Promise<Blob>;
}

/** Reads the page of a list that the address names, and fetches the next one ahead. */
export function useList<Row>({ key, sort: own, load }: ListSource<Row>) {
  const { search, filters, sort = own, goTo } = useSearchState();
  const asked = sort === undefined ? filters : { ...filters, sort };
  const page = Math.max(1, Number(search['page']) || 1);
  const queryOf = (number: number) => ({
    queryKey: [key, asked, number],
    queryFn: () => load({ limit: pageSize, offset: (number - 1) * pageSize }, asked),
  });
  const query = useQuery({ ...queryOf(page), placeholderData: keepPreviousData });
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / pageSize));
  useQuery({ ...queryOf(page + 1), enabled: query.isSuccess && page < pages });
  return { ...query, page, pages, goTo };
}
