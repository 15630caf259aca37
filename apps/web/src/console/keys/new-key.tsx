import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { api, once } from '../api.ts';
import { BuildingSelect } from '../buildings/building-select.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { textOf } from '../parts/form-text.ts';
import { useAct } from '../parts/use-act.ts';
import { useNewDialog } from '../parts/use-new-dialog.ts';
import { useSession } from '../session.tsx';
import { useEnvironmentName } from '../shell/environment-badge.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { scopeSubjects } from './scopes.ts';
import { SecretOnce } from './secret-once.tsx';

const dayMs = 86_400_000;

/** The fields of the form as the API takes them. */
function bodyOf(form: FormData) {
  const scopes = scopeSubjects.flatMap(({ name, choices }) => {
    const chosen = textOf(form, `scopes of ${name}`);
    return choices.find(({ label }) => label === chosen)?.scopes ?? [];
  });
  const propertyId = textOf(form, 'propertyId');
  return {
    name: textOf(form, 'name'),
    scopes,
    environments: form.getAll('environments').filter((name) => typeof name === 'string'),
    expiresAt: new Date(Date.now() + Number(textOf(form, 'days')) * dayMs).toISOString(),
    ...(propertyId !== '' && { propertyIds: [propertyId] }),
  };
}

const create = (form: FormData) =>
  read(api.POST('/api/admin/api-keys', { params: once(), body: bodyOf(form) }));

function Reach(): ReactNode {
  const { environments } = useSession();
  const current = useEnvironmentName();
  const [propertyId, choose] = useState('');
  return (
    <>
      <BuildingSelect
        name="propertyId"
        label="Only in the building"
        none="All buildings"
        value={propertyId}
        onChange={choose}
      />
      <Checkbox.Group label="Environments" defaultValue={[current]}>
        <Group mt={4}>
          {environments.map((name) => (
            <Checkbox key={name} name="environments" value={name} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <NativeSelect
        name="days"
        label="Works for"
        defaultValue="90"
        data={[
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
          { value: '365', label: '365 days' },
        ]}
      />
    </>
  );
}

function KeyForm(): ReactNode {
  const creation = useAct(create);
  const [hasScope, setHasScope] = useState(true);
  const fields = creation.error instanceof ApiProblem ? creation.error.fields : {};
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isUseful = bodyOf(form).scopes.length > 0;
    setHasScope(isUseful);
    if (isUseful) creation.mutate(form);
  };
  if (creation.data) return <SecretOnce apiKey={creation.data.apiKey} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput name="name" label="Name of the program" required data-autofocus error={fields['name']} />
        <ScopeFields />
        <Reach />
        {!hasScope && (
          <Text role="alert" c="var(--bad)">
            Choose at least one thing that the program may do.
          </Text>
        )}
        {creation.error && <FaultAlert fault={creation.error} shown={['name']} />}
        <Group justify="end">
          <Button type="submit" loading={creation.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Creates a key, and shows its secret once. */
export function NewKey(): ReactNode {
  const { isOpen, open, close } = useNewDialog();
  return (
    <>
      <Button onClick={open}>New key</Button>
      <Modal opened={isOpen} onClose={close} title="New API key" size="lg" closeOnClickOutside={false}>
        <KeyForm />
      </Modal>
    </>
  );
}
