import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import type { Endpoint, EventType } from './describe-endpoint.ts';
import { EndpointSecret } from './new-endpoint.tsx';

interface ActionsProps {
  endpoint: Endpoint;
}

const dayMs = 86_400_000;

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

function recover({ id, failingSince }: Endpoint, { header, at }: SendOptions) {
  const since = failingSince ?? new Date(at - dayMs).toISOString();
  const options = { params: { path: { id }, header }, body: { since } };
  return read(api.POST('/api/admin/webhook-endpoints/{id}/recover', options));
}

const replaceSecret = ({ id }: Endpoint, { header }: SendOptions) =>
  read(api.POST('/api/admin/webhook-endpoints/{id}/rotate-secret', { params: { path: { id }, header } }));

const remove = ({ id }: Endpoint) =>
  read(api.DELETE('/api/admin/webhook-endpoints/{id}', { params: { path: { id } } }));

/** Replaces the secret; both secrets sign for a day. */
function NewSecret({ endpoint }: ActionsProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const action = useApiMutation(replaceSecret);
  useLeaveGuard(action.isPending || isOpen);
  const start = (): void => action.mutate(endpoint, { onSuccess: open });
  return (
    <>
      <Button size="compact-md" variant="default" loading={action.isPending} onClick={start}>
        New secret
      </Button>
      {action.error && <FaultAlert fault={action.error} />}
      <Dialog opened={isOpen} onClose={close} title="New secret">
        <p>Messages carry the signatures of both secrets for 24 hours.</p>
        {action.data && <EndpointSecret secret={action.data.webhookEndpoint.secret} />}
      </Dialog>
    </>
  );
}

/** Buttons for the acts on an endpoint. Only an active endpoint receives messages. */
export function EndpointActions({ endpoint }: ActionsProps): ReactNode {
  const address = useSearchState();
  const isActive = endpoint.status === 'ACTIVE';
  const test = useApiMutation(sendTest, 'Test sent. See the attempts.');
  const missed = useApiMutation(recover, 'Missed events are being sent. See the attempts.');
  const state = useApiMutation(setState, 'Saved.');
  const fault = test.error ?? missed.error ?? state.error;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {isActive && (
          <>
            <Button size="compact-md" loading={test.isPending} onClick={() => test.mutate(endpoint)}>
              Send test
            </Button>
            <Button
              size="compact-md"
              variant="default"
              loading={missed.isPending}
              onClick={() => missed.mutate(endpoint)}
            >
              Resend missed events
            </Button>
          </>
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
          The other system receives no further events.
        </Confirm>
      </Group>
      {fault && <FaultAlert fault={fault} />}
    </Stack>
  );
}
