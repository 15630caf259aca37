import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { awaitAttempt } from '../../doors/await-attempt.ts';
import { api, once, type Entity } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { textOf } from '../parts/form-text.ts';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import type { Door } from './describe-door.ts';

type Attempt = Entity<'UnlockAttempt'>;

/**
 * Sends the command and waits until the door answers or the time limit ends. Each press sends a new
 * command, also after a missing answer: an earlier answer may no longer be true.
 */
async function unlock({ id }: Door, reason: string): Promise<Attempt> {
  const options = { params: { path: { id }, ...once() }, body: { reason } };
  const { attempt } = await read(api.POST('/api/admin/access-points/{id}/unlock', options));
  const params = { path: { id: attempt.id }, query: { wait: 10 } };
  return awaitAttempt(
    attempt,
    async () => (await read(api.GET('/api/admin/unlock-attempts/{id}', { params }))).attempt,
  );
}

function Answer({ attempt: { status, error } }: { attempt: Attempt }): ReactNode {
  if (status === 'SUCCEEDED') return <Text role="status">The door is open.</Text>;
  return (
    <Alert color="red" variant="outline" title="The door did not open" role="alert">
      {error === 'timeout' || status === 'PENDING'
        ? 'No answer within 10 seconds.'
        : (error?.replaceAll('_', ' ') ?? 'No reason given.')}
    </Alert>
  );
}

function UnlockForm({ door }: { door: Door }): ReactNode {
  const command = useApiMutation((reason: string) => unlock(door, reason));
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
          description="Recorded in the audit log."
          required
          maxLength={200}
          data-autofocus
        />
        {command.error && <FaultAlert fault={command.error} />}
        {command.data && <Answer attempt={command.data} />}
        <Group justify="end">
          <Button type="submit" loading={command.isPending}>
            {command.isPending ? 'Opening…' : 'Open the door'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Opens a door as staff, with a reason. */
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
