import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { ChoiceFilter, SearchFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { NewKey } from './new-key.tsx';

type ApiKey = Entity<'ApiKey'>;

const source: ListSource<ApiKey> = {
  key: 'api-keys',
  load: async (page, search) => {
    const { reviewDue, ...filters } = search;
    const query = { ...page, ...filters, ...(reviewDue === 'true' && { reviewDue: true }) };
    const { apiKeys, total } = await read(api.GET('/api/admin/api-keys', { params: { query } }));
    return { rows: apiKeys, total };
  },
};

const filters = (
  <>
    <SearchFilter label="Search by name" />
    <ChoiceFilter
      label="Status"
      name="status"
      choices={[
        { value: 'ACTIVE', label: 'Active' },
        { value: 'ROTATING', label: 'Being replaced' },
        { value: 'REVOKED', label: 'Revoked' },
        { value: 'EXPIRED', label: 'Expired' },
      ]}
    />
    <ChoiceFilter label="Review" name="reviewDue" choices={[{ value: 'true', label: 'Due' }]} />
  </>
);

/** The keys by which programs use the Admin API. */
export function ApiKeys(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="API keys"
      lead="What programs may do here, and whether they still do it."
      filters={filters}
      actions={may('api-keys:write') && <NewKey />}
      source={source}
      empty="No keys here. A program that uses the API needs one of its own."
      columns={[
        { title: 'Name', show: ({ name }) => name },
        { title: 'Key', show: ({ prefix, last4 }) => `${prefix}…${last4}` },
        {
          title: 'Status',
          show: ({ status, reviewDue }) => (
            <>
              <Status status={status} /> {reviewDue && <Status status="REVIEW" label="Review due" />}
            </>
          ),
        },
        { title: 'Last used', show: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
        { title: 'Expires', show: ({ expiresAt, graceUntil }) => <Time at={graceUntil ?? expiresAt} /> },
      ]}
    >
      <KeyDrawer />
    </ListPage>
  );
}
