import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { graceChoices } from '../parts/graces.ts';
import { Loading } from '../parts/loading.tsx';
import { ShownSecret } from '../parts/shown-secret.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import { WorkingKey } from './working-key.tsx';
import type { Door } from './describe-door.ts';

interface ControllerKeyProps {
  door: Door;
}

interface MadeKeyProps {
  /** The name of the door. */
  name: string;
  secret: string | null;
}

/** The secret of a new key. */
function MadeKey({ name, secret }: MadeKeyProps): ReactNode {
  if (secret === null)
    return <Text>The key exists, but its secret was shown before. Create another one.</Text>;
  return (
    <ShownSecret secret={secret}>
      Enter this secret in the controller of {name}. It is shown once and not stored.
    </ShownSecret>
  );
}

interface MakeKeyProps extends ControllerKeyProps {
  /** The keys that work now. */
  keys: readonly Entity<'WorkingControllerKey'>[];
}

function MakeKey({ door: { id, name }, keys }: MakeKeyProps): ReactNode {
  const [grace, setGrace] = useState('86400');
  const { isSure, field } = useTypedEnvironment();
  const hasKey = keys.some(({ graceUntil }) => graceUntil === null);
  const making = useApiMutation((gracePeriodSeconds: number, { header }) =>
    read(
      api.POST('/api/admin/access-points/{id}/controller-key', {
        params: { path: { id }, header },
        body: { gracePeriodSeconds },
      }),
    ),
  );
  useLeaveGuard(making.isPending || making.isSuccess);
  if (making.data) return <MadeKey name={name} secret={making.data.controllerKey.secret} />;
  return (
    <Stack gap="sm">
      <Text>
        The controller checks PINs with this key, and reports which doors answer and what happens there. Doors
        with keys of their own are not affected. A controller that serves several doors with the key of {name}{' '}
        needs the new one.
      </Text>
      {keys.map((key) => (
        <WorkingKey key={key.id} controllerKey={key} />
      ))}
      {hasKey && (
        <NativeSelect
          label="Expiry of the old key"
          data={graceChoices}
          value={grace}
          onChange={(event) => setGrace(event.currentTarget.value)}
        />
      )}
      {field}
      {making.error && <FaultAlert fault={making.error} />}
      <Group justify="end">
        <Button
          disabled={!isSure}
          loading={making.isPending}
          onClick={() => making.mutate(hasKey ? Number(grace) : 0)}
          data-autofocus
        >
          {hasKey ? 'Rotate key' : 'Create key'}
        </Button>
      </Group>
    </Stack>
  );
}

function Keys({ door }: ControllerKeyProps): ReactNode {
  const { id } = door;
  const { data, error } = useQuery({
    queryKey: ['access-points', 'keys', id],
    queryFn: () =>
      read(api.GET('/api/admin/access-points/{id}/controller-keys', { params: { path: { id } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  return <MakeKey door={door} keys={data.controllerKeys} />;
}

/** The working keys of a door's controller, and a new one, which is shown once. */
export function ControllerKey({ door }: ControllerKeyProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Controller key
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Controller key of ${door.name}`}>
        <Keys door={door} />
      </Dialog>
    </>
  );
}
