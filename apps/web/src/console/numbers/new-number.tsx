import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { api, once } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { textOf } from '../parts/form-text.ts';
import { useAct } from '../parts/use-act.ts';

function create(form: FormData) {
  const provider =
    textOf(form, 'provider') === 'TELEPHONY_B' ? ('TELEPHONY_B' as const) : ('TELEPHONY_A' as const);
  const body = { number: textOf(form, 'number'), provider };
  return read(api.POST('/api/admin/virtual-numbers', { params: once(), body }));
}

function NumberForm({ close }: { close: () => void }): ReactNode {
  const creation = useAct(create, ({ virtualNumber }) => `${virtualNumber.number} is available.`);
  const fields = creation.error instanceof ApiProblem ? creation.error.fields : {};
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    creation.mutate(new FormData(event.currentTarget), { onSuccess: close });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          name="number"
          label="Number"
          type="tel"
          placeholder="+1 212 555 0100"
          required
          data-autofocus
          error={fields['number']}
        />
        <NativeSelect
          name="provider"
          label="Provider"
          data={[
            { value: 'TELEPHONY_A', label: 'Telephony A' },
            { value: 'TELEPHONY_B', label: 'Telephony B' },
          ]}
        />
        {creation.error && <FaultAlert fault={creation.error} />}
        <Group justify="end">
          <Button type="submit" loading={creation.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Makes a number of the provider known. */
export function NewNumber(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>Add a number</Button>
      <Modal opened={isOpen} onClose={close} title="Add a number">
        <NumberForm close={close} />
      </Modal>
    </>
  );
}
