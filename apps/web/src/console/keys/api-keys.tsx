import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { statusWords, type ApiKey } from './describe-key.ts';
import { KeyDrawer } from './key-drawer.tsx';
import { NewKey } from './new-key.tsx';

const source: ListSource<ApiKey> = {
  key: 'api-keys',
  load: async (page, search) => {
    const { reviewDue, ...filters } = search;
    const query = { ...page, ...filters, ...(reviewDue === 'true' && { reviewDue: true }) };
    const { apiKeys, total } = await read(api.GET('/api/admin/api-keys', { params: { query } }));
    return { rows: apiKeys, total };
  },
};

const views = [...viewsOf('status', statusWords), { name: 'Review due', search: { reviewDue: 'true' } }];

/** The keys by which programs use the Admin API. */
export function ApiKeys(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="API keys"
      lead="Keys of programs, with their permissions and last use."
      searchFor="Search by name"
      views={views}
      actions={may('api-keys:write') && <NewKey />}
      source={source}
      empty="No API keys yet."
      begin={may('api-keys:write') && 'Create one for each program that uses the API.'}
      columns={[
        { title: 'Name', show: ({ name }) => name, sort: { by: 'name' } },
        {
          title: 'Key',
          show: ({ prefix, last4 }) => (
            <Text span ff="monospace" size="sm">
              {prefix}…{last4}
            </Text>
          ),
        },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status, reviewDue, leakedAt }) => (
            <>
              <Status status={status} label={statusWords[status]} />{' '}
              {reviewDue && <Status status="REVIEW" label="Review due" />}
              {leakedAt !== null && <Status status="LEAKED" label="Reported leaked" />}
            </>
          ),
        },
        { title: 'Last used', show: ({ lastUsedAt }) => lastUsedAt && <Time at={lastUsedAt} /> },
        {
          title: 'Expires',
          sort: { by: 'expiresAt' },
          show: ({ expiresAt, graceUntil }) => <Time at={graceUntil ?? expiresAt} />,
        },
      ]}
    >
      <KeyDrawer />
    </ListPage>
  );
}
