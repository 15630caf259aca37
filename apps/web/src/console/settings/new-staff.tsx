import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { filled } from '../parts/form-text.ts';
import { nameOfUser } from '../residents/describe-user.ts';
import { BuildingFields, buildingsIn } from './building-fields.tsx';

async function create(form: FormData, { header }: SendOptions) {
  const propertyIds = buildingsIn(form);
  const body = {
    kind: 'STAFF' as const,
    ...filled(form, 'firstName'),
    ...filled(form, 'lastName'),
    ...filled(form, 'email'),
    ...(propertyIds !== null && { propertyIds }),
  };
  return (await read(api.POST('/api/admin/users', { params: { header }, body }))).user;
}

/** Adds a member of staff. The person signs in with the single sign-on of the company. */
export function NewStaff(): ReactNode {
  const { open } = useSearchState();
  return (
    <CreateDialog
      label="Add staff"
      title="Add staff"
      verb="Add"
      create={create}
      said={(user) => `${nameOfUser(user)} added. They sign in with this e-mail.`}
      onDone={({ id }) => open(id)}
      shown={['firstName', 'lastName', 'email']}
      fields={(problems) => (
        <>
          <Group grow>
            <TextInput name="firstName" label="First name" error={problems['firstName']} data-autofocus />
            <TextInput name="lastName" label="Last name" error={problems['lastName']} />
          </Group>
          <TextInput
            name="email"
            label="E-mail"
            type="email"
            required
            description="The e-mail in your single sign-on. Add the person there too, with a role."
            error={problems['email']}
          />
          <BuildingFields chosen={null} />
        </>
      )}
    />
  );
}
