import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import type { SearchState } from './use-search-state.ts';

/** The lists that the API also answers as CSV. */
export type CsvPath =
  | '/api/admin/properties'
  | '/api/admin/units'
  | '/api/admin/users'
  | '/api/admin/onboarding/invites'
  | '/api/admin/calls'
  | '/api/admin/access-events'
  | '/api/admin/devices'
  | '/api/admin/passes';

/**
 * Creates a function that reads all rows of a list that match the filters, as CSV. The API needs a log-in of
 * the last 15 minutes.
 *
 * @param queryOf converts the filters of the address to those of the API
 */
export const csvFrom =
  (path: CsvPath, queryOf: (search: SearchState) => SearchState = (search) => search) =>
  (search: SearchState): Promise<Blob> =>
    read(
      // All these lists share their query parameters for CSV.
      api.GET(path as '/api/admin/calls', {
        params: { query: queryOf(search) },
        headers: { accept: 'text/csv' },
        parseAs: 'blob',
      }),
    );
