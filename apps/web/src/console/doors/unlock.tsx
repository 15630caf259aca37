import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { api, once, type Entity } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { textOf } from '../parts/form-text.ts';
import { useAct } from '../parts/use-act.ts';
import type { Door } from './describe-door.ts';

type Attempt = Entity<'UnlockAttempt'>;

/**
 * Sends the command and waits until the door has answered, or its time is over. Each press asks the door anew, also where
 * no answer came: what a door has answered to an earlier press says nothing about it now.
 */
async function unlock({ id }: Door, reason: string): Promise<Attempt> {
  const options = { params: { path: { id }, ...once() }, body: { reason } };
  let { attempt } = await read(api.POST('/api/admin/access-points/{id}/unlock', options));
  while (attempt.status === 'PENDING') {
    const params = { path: { id: attempt.id }, query: { wait: 10 } };
    ({ attempt } = await read(api.GET('/api/admin/unlock-attempts/{id}', { params })));
  }
  return attempt;
}

function Answer({ attempt: { status, error } }: { attempt: Attempt }): ReactNode {
  if (status === 'SUCCEEDED') return <Text role="status">The door has answered: it is open.</Text>;
  return (
    <Alert color="red" variant="outline" title="The door did not open" role="alert">
      {error === 'timeout'
        ? 'It did not answer within 10 seconds.'
        : (error?.replaceAll('_', ' ') ?? 'It gave no reason.')}
    </Alert>
  );
}

function UnlockForm({ door }: { door: Door }): ReactNode {
  const command = useAct((reason: string) => unlock(door, reason));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    command.mutate(textOf(new FormData(event.currentTarget), 'reason'));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          name="reason"
          label="Reason"
          description="It stands in the audit."
          required
          maxLength={200}
          data-autofocus
        />
        {command.error && <FaultAlert fault={command.error} />}
        {command.data && <Answer attempt={command.data} />}
        <Group justify="end">
          <Button type="submit" loading={command.isPending}>
            {command.isPending ? 'Asking the door' : 'Open the door'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Opens a door by staff, with a reason. */
export function Unlock({ door }: { door: Door }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>Open this door</Button>
      <Dialog opened={isOpen} onClose={close} title={`Open ${door.name}`}>
        <UnlockForm door={door} />
      </Dialog>
    </>
  );
}
