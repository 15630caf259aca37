import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import { livingResidences, nameOfUser, type User } from './describe-user.ts';

type Receipt = Entity<'ErasureReceipt'>;

const accounts: Readonly<Record<Receipt['account'], string>> = {
  ERASED: 'Erased',
  KEPT: 'Kept, because another company uses it too',
  NONE: 'The person never signed up',
};

async function erase(id: string): Promise<Receipt> {
  return (await read(api.POST('/api/admin/users/{id}/erase', { params: { path: { id } } }))).receipt;
}

/** The receipt of an erasure, shown once. */
function Done({ receipt }: { receipt: Receipt }): ReactNode {
  const navigate = useNavigate();
  const { userId, erasedAt, account, erased } = receipt;
  const rows = Object.entries(erased).map(
    ([name, count]) => [name.replaceAll('_', ' '), String(count)] as const,
  );
  return (
    <Stack>
      <Text>The data is erased. Copy this receipt for your records.</Text>
      <Facts rows={[['Id', userId], ['Erased at', erasedAt], ['Account', accounts[account]], ...rows]} />
      <Group justify="end">
        <Button onClick={() => void navigate({ to: '/residents', ignoreBlocker: true })}>
          Go to all residents
        </Button>
      </Group>
    </Stack>
  );
}

function Question({ user, close }: { user: User; close: () => void }): ReactNode {
  const name = nameOfUser(user);
  const [typed, setTyped] = useState('');
  const { isSure, field } = useTypedEnvironment();
  const action = useApiMutation(erase);
  useLeaveGuard(action.isSuccess);
  if (action.isSuccess) return <Done receipt={action.data} />;
  return (
    <Stack>
      <Text>
        Names, contacts and all other personal data of {name} are erased everywhere. Calls and door events
        stay without them. This cannot be undone.
      </Text>
      <TextInput
        label={`Type ${name} to continue`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {field}
      {action.error && <FaultAlert fault={action.error} />}
      <Group justify="end">
        <Button variant="default" onClick={close} disabled={action.isPending} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={!isSure || typed.trim() !== name}
          loading={action.isPending}
          onClick={() => action.mutate(user.id)}
        >
          Erase
        </Button>
      </Group>
    </Stack>
  );
}

/** Erases the personal data of a former resident. A person with a home must move out first. */
export function EraseResident({ user }: { user: User }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const hasHome = livingResidences(user).length > 0;
  return (
    <>
      <Button size="compact-md" variant="outline" color="red" onClick={open}>
        Erase data
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Erase the data of ${nameOfUser(user)}`}>
        {hasHome ? (
          <Text>This resident has a home. Move them out first, then erase the data.</Text>
        ) : (
          <Question user={user} close={close} />
        )}
      </Dialog>
    </>
  );
}
