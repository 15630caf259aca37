import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import type { Endpoint } from './describe-endpoint.ts';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { NewEndpoint } from './new-endpoint.tsx';

const source: ListSource<Endpoint> = {
  key: 'webhook-endpoints',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { webhookEndpoints, total } = await read(
      api.GET('/api/admin/webhook-endpoints', { params: { query } }),
    );
    return { rows: liveRows(webhookEndpoints), total };
  },
};

const filters = (
  <ChoiceFilter
    label="Status"
    name="status"
    words={{ ACTIVE: 'Active', PAUSED: 'Paused', DISABLED: 'Disabled' }}
  />
);

/** The webhook endpoints. */
export function Webhooks(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Webhooks"
      lead="Send events to other systems."
      filters={filters}
      actions={may('webhooks:write') && <NewEndpoint />}
      source={source}
      empty="No endpoints yet."
      begin={may('webhooks:write') && 'Add the address of another system with the button above.'}
      columns={[
        { title: 'Address', show: ({ url, description }) => description ?? url },
        { title: 'Events', show: ({ events }) => (events.includes('*') ? 'All' : events.length) },
        { title: 'Status', kind: 'state', show: ({ status }) => <Status status={status} /> },
        { title: 'Failing since', show: ({ failingSince }) => failingSince && <Time at={failingSince} /> },
      ]}
    >
      <EndpointDrawer />
    </ListPage>
  );
}
