import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import type { Endpoint, EventType } from './describe-endpoint.ts';
import { NewSecret } from './new-secret.tsx';

interface ActionsProps {
  endpoint: Endpoint;
}

/** Returns the state that the endpoint can switch to. */
const otherState = ({ status }: Endpoint) =>
  status === 'ACTIVE' ? ('PAUSED' as const) : ('ACTIVE' as const);

function setState(endpoint: Endpoint) {
  const params = { path: { id: endpoint.id }, header: { 'If-Match': `"${endpoint.version}"` } };
  return read(
    api.PATCH('/api/admin/webhook-endpoints/{id}', { params, body: { status: otherState(endpoint) } }),
  );
}

function sendTest({ id, events }: Endpoint, { header }: SendOptions) {
  const type: EventType = events.find((one) => one !== '*') ?? 'door.opened';
  const options = { params: { path: { id }, header }, body: { type } };
  return read(api.POST('/api/admin/webhook-endpoints/{id}/test', options));
}

const remove = ({ id }: Endpoint) =>
  read(api.DELETE('/api/admin/webhook-endpoints/{id}', { params: { path: { id } } }));

/** Buttons for the acts on an endpoint. Only an active endpoint receives messages. */
export function EndpointActions({ endpoint }: ActionsProps): ReactNode {
  const address = useSearchState();
  const isActive = endpoint.status === 'ACTIVE';
  const test = useApiMutation(sendTest, 'Test sent. See the attempts.');
  const state = useApiMutation(setState, ({ webhookEndpoint: { status } }) =>
    status === 'ACTIVE' ? 'Active. New events are sent.' : 'Paused. Its events are kept for 30 days.',
  );
  const fault = test.error ?? state.error;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {isActive && (
          <Button size="compact-md" loading={test.isPending} onClick={() => test.mutate(endpoint)}>
            Send test
          </Button>
        )}
        <Button
          size="compact-md"
          variant={isActive ? 'default' : 'filled'}
          loading={state.isPending}
          onClick={() => state.mutate(endpoint)}
        >
          {isActive ? 'Pause' : 'Activate'}
        </Button>
        <NewSecret endpoint={endpoint} />
        <Confirm
          label="Delete"
          title="Delete this endpoint"
          act={() => remove(endpoint)}
          said="Endpoint deleted."
          onDone={() => address.open(undefined)}
        >
          {endpoint.description ?? endpoint.url} receives no further events. Planned attempts are not sent,
          and missed events can no longer be sent. A new endpoint gets a new secret.
        </Confirm>
      </Group>
      {fault && <FaultAlert fault={fault} />}
    </Stack>
  );
}
