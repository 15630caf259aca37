import { Alert, Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingNames } from '../buildings/building-name.tsx';
import { Copy } from '../parts/copy.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { Attempts } from './attempts.tsx';
import { eventWords, example, type Endpoint } from './describe-endpoint.ts';
import { EditEndpoint } from './edit-endpoint.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { MissedEvents } from './missed-events.tsx';

async function loadEndpoint(id: string): Promise<Endpoint> {
  const { webhookEndpoint } = await read(
    api.GET('/api/admin/webhook-endpoints/{id}', { params: { path: { id } } }),
  );
  return webhookEndpoint;
}

function Overview({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const may = useMay();
  const { events, propertyIds, disabledReason } = endpoint;
  return (
    <Stack mt="md">
      {disabledReason !== null && (
        <Alert color="red" variant="outline" title="Deliveries stopped">
          {disabledReason === 'GONE'
            ? 'The other system answered that the address is gone.'
            : 'The address has failed for five days.'}{' '}
          Correct the address, then press Activate.
        </Alert>
      )}
      <MissedEvents endpoint={endpoint} />
      {may('webhooks:write') && <EndpointActions endpoint={endpoint} />}
      <Facts
        rows={[
          ['Status', <Status key="status" status={endpoint.status} />],
          ['Address', endpoint.url],
          ['Events', events.map((type) => (type === '*' ? 'All' : eventWords[type])).join(', ')],
          ['Buildings', propertyIds === null ? 'All' : <BuildingNames key="buildings" ids={propertyIds} />],
          ['Failing since', <Time key="failing" at={endpoint.failingSince} />],
          ['Created by', endpoint.createdBy.name],
        ]}
      />
    </Stack>
  );
}

function Example(): ReactNode {
  return (
    <Stack mt="md" gap="xs">
      <Text size="sm">Signature check in Node.js:</Text>
      <Code block tabIndex={0} aria-label="Example">
        {example}
      </Code>
      <Copy value={example} what="example" />
    </Stack>
  );
}

/** One endpoint: its state, its attempts, and example code for its receiver. */
export function EndpointDrawer(): ReactNode {
  const may = useMay();
  return (
    <EntityDrawer
      name="webhook-endpoints"
      path="/api/admin/webhook-endpoints"
      load={loadEndpoint}
      title={({ description, url }) => description ?? url}
      overview={(endpoint) => <Overview endpoint={endpoint} />}
      tabs={{
        Attempts: (endpoint) => <Attempts endpoint={endpoint} />,
        ...(may('webhooks:write') && {
          Change: (endpoint: Endpoint) => <EditEndpoint endpoint={endpoint} load={loadEndpoint} />,
        }),
        Example: () => <Example />,
      }}
    />
  );
}
