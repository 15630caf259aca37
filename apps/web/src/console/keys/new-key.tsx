import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api, type Entity } from '../api.ts';
import { BuildingSelect } from '../buildings/building-select.tsx';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { textOf } from '../parts/form-text.ts';
import { useSession } from '../session.tsx';
import { environmentName } from '../shell/environment-badge.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { scopeSubjects } from './scopes.ts';
import { SecretOnce } from './secret-once.tsx';

const dayMs = 86_400_000;

/** Returns the scopes that the form selects. */
const scopesOf = (form: FormData): Entity<'Scope'>[] =>
  scopeSubjects.flatMap(({ name, choices }) => {
    const chosen = textOf(form, `scopes of ${name}`);
    return choices.find(({ label }) => label === chosen)?.scopes ?? [];
  });

/** Builds the request body from the form. The lifetime of the key begins at the time of the request. */
function bodyOf(form: FormData, at: number) {
  const propertyId = textOf(form, 'propertyId');
  return {
    name: textOf(form, 'name'),
    scopes: scopesOf(form),
    environments: form.getAll('environments').filter((name) => typeof name === 'string'),
    expiresAt: new Date(at + Number(textOf(form, 'days')) * dayMs).toISOString(),
    ...(propertyId !== '' && { propertyIds: [propertyId] }),
  };
}

const create = (form: FormData, { header, at }: SendOptions) =>
  read(api.POST('/api/admin/api-keys', { params: { header }, body: bodyOf(form, at) }));

function Reach(): ReactNode {
  const { environments } = useSession();
  const current = environmentName();
  const [propertyId, choose] = useState('');
  return (
    <>
      <BuildingSelect
        name="propertyId"
        label="Building"
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
        label="Lifetime"
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

const findMissing = (form: FormData): string | null =>
  scopesOf(form).length === 0 ? 'Choose at least one permission.' : null;

/** Creates a key, and shows its secret once. */
export function NewKey(): ReactNode {
  return (
    <CreateDialog
      label="New key"
      title="New API key"
      verb="Create key"
      size="lg"
      create={create}
      findMissing={findMissing}
      shown={['name']}
      fields={(problems) => (
        <>
          <TextInput
            name="name"
            label="Name of the program"
            required
            data-autofocus
            error={problems['name']}
          />
          <ScopeFields />
          <Reach />
        </>
      )}
      result={({ apiKey }) => <SecretOnce apiKey={apiKey} />}
    />
  );
}
