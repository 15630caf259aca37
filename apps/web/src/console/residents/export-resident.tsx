import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { saveFile } from '../../files/save-file.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { nameOfUser, type User } from './describe-user.ts';

const loadExport = (id: string): Promise<Blob> =>
  read(api.GET('/api/admin/users/{id}/data-export', { params: { path: { id } }, parseAs: 'blob' }));

function Question({ user, close }: { user: User; close: () => void }): ReactNode {
  const action = useMutation({
    mutationFn: () => loadExport(user.id),
    onSuccess: (file) => {
      saveFile(file, `${user.id}-data.json`);
      close();
    },
  });
  return (
    <Stack>
      <Text>
        The file has everything that is stored about {nameOfUser(user)}. Give it to this person only. The
        audit records the export.
      </Text>
      {action.error && <FaultAlert fault={action.error} />}
      <Group justify="end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={action.isPending} onClick={() => action.mutate()}>
          Export data
        </Button>
      </Group>
    </Stack>
  );
}

/** Saves a file with all data about a resident. The API asks for a recent log-in. */
export function ExportResident({ user }: { user: User }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-md" variant="default" onClick={open}>
        Export data
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Export the data of ${nameOfUser(user)}`}>
        <Question user={user} close={close} />
      </Dialog>
    </>
  );
}
