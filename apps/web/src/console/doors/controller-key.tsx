import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { ShownSecret } from '../parts/shown-secret.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useAct } from '../parts/use-act.ts';
import { useStay } from '../parts/use-stay.ts';
import type { Door } from './describe-door.ts';

interface ControllerKeyProps {
  door: Door;
}

function MakeKey({ door: { id, name } }: ControllerKeyProps): ReactNode {
  const { isSure, field } = useTypedEnvironment();
  const making = useAct((_input: void, { header }) =>
    read(api.POST('/api/admin/access-points/{id}/controller-key', { params: { path: { id }, header } })),
  );
  useStay(making.isPending || making.isSuccess);
  if (making.data) {
    const { secret } = making.data.controllerKey;
    return secret === null ? (
      <Text>The key exists, but its secret was shown before. Make another one.</Text>
    ) : (
      <ShownSecret secret={secret}>
        Give this to the controller of {name}. It is shown this once. It is not kept anywhere.
      </ShownSecret>
    );
  }
  return (
    <Stack gap="sm">
      <Text>
        The controller checks PINs with this key, and reports which doors answer and what happens there. A key
        that {name} has already stops working at once.
      </Text>
      {field}
      {making.error && <FaultAlert fault={making.error} />}
      <Group justify="end">
        <Button disabled={!isSure} loading={making.isPending} onClick={() => making.mutate()} data-autofocus>
          Make the key
        </Button>
      </Group>
    </Stack>
  );
}

/** Makes the key with which the controller of a door reports and asks, and shows it once. */
export function ControllerKey({ door }: ControllerKeyProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Key for the controller
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Key for the controller of ${door.name}`}>
        <MakeKey door={door} />
      </Dialog>
    </>
  );
}
