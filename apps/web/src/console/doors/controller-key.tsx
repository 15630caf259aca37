import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { ShownSecret } from '../parts/shown-secret.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import type { Door } from './describe-door.ts';

interface ControllerKeyProps {
  door: Door;
}

function MakeKey({ door: { id, name } }: ControllerKeyProps): ReactNode {
  const { isSure, field } = useTypedEnvironment();
  const making = useApiMutation((_input: void, { header }) =>
    read(api.POST('/api/admin/access-points/{id}/controller-key', { params: { path: { id }, header } })),
  );
  useLeaveGuard(making.isPending || making.isSuccess);
  if (making.data) {
    const { secret } = making.data.controllerKey;
    return secret === null ? (
      <Text>The key exists, but its secret was shown before. Create another one.</Text>
    ) : (
      <ShownSecret secret={secret}>
        Enter this secret in the controller of {name}. It is shown once and not stored.
      </ShownSecret>
    );
  }
  return (
    <Stack gap="sm">
      <Text>
        The controller checks PINs with this key, and reports which doors answer and what happens there. An
        existing key of {name} stops working immediately.
      </Text>
      {field}
      {making.error && <FaultAlert fault={making.error} />}
      <Group justify="end">
        <Button disabled={!isSure} loading={making.isPending} onClick={() => making.mutate()} data-autofocus>
          Create key
        </Button>
      </Group>
    </Stack>
  );
}

/** Creates the API key of a door's controller, and shows it once. */
export function ControllerKey({ door }: ControllerKeyProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Controller key
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Controller key of ${door.name}`}>
        <MakeKey door={door} />
      </Dialog>
    </>
  );
}
