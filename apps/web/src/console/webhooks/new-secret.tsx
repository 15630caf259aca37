import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import type { Endpoint } from './describe-endpoint.ts';
import { EndpointSecret } from './new-endpoint.tsx';

interface NewSecretProps {
  endpoint: Endpoint;
}

const replaceSecret = ({ id }: Endpoint, { header }: SendOptions) =>
  read(api.POST('/api/admin/webhook-endpoints/{id}/rotate-secret', { params: { path: { id }, header } }));

function SecretForm({ endpoint }: NewSecretProps): ReactNode {
  const action = useApiMutation(replaceSecret);
  useLeaveGuard(action.isPending || action.isSuccess);
  return (
    <Stack>
      <Text>
        Messages carry the signatures of both secrets for 24 hours. Give the new one to the other system
        within that time: afterwards it would refuse all messages.
      </Text>
      {action.error && <FaultAlert fault={action.error} />}
      {action.data ? (
        <EndpointSecret secret={action.data.webhookEndpoint.secret} />
      ) : (
        <Group justify="end">
          <Button loading={action.isPending} onClick={() => action.mutate(endpoint)}>
            Create secret
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Asks, then replaces the secret of an endpoint and shows it once. */
export function NewSecret({ endpoint }: NewSecretProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-md" variant="default" onClick={open}>
        New secret
      </Button>
      <Dialog opened={isOpen} onClose={close} title="New secret">
        <SecretForm endpoint={endpoint} />
      </Dialog>
    </>
  );
}
