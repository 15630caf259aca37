import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { textOf } from '../parts/form-text.ts';
import { maxName } from './saved-views.ts';

/** Saves the current state of a list under a name. */
export function SaveView({ save }: { save: (name: string) => void }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = textOf(new FormData(event.currentTarget), 'name');
    if (name === '') return;
    close();
    save(name);
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={open}>
        Save view
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Save view">
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              name="name"
              label="Name"
              description="Filters, order and columns are saved in this browser. The address is a link to them."
              maxLength={maxName}
              required
              data-autofocus
            />
            <Group justify="end">
              <Button type="submit">Save</Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
