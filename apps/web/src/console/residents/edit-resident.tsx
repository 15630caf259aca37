import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { textField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import type { Change } from '../parts/use-edit.ts';
import type { User } from './describe-user.ts';

const fields = [
  textField<User>('firstName', 'First name', ({ firstName }) => firstName),
  textField<User>('lastName', 'Last name', ({ lastName }) => lastName),
  textField<User>('email', 'E-mail', ({ email }) => email),
  textField<User>('phone', 'Phone', ({ phone }) => phone && sayPhone(phone)),
  textField<User>('externalId', 'External id', ({ externalId }) => externalId),
];

async function save({ row, body, ifMatch }: Change<User>): Promise<User> {
  const answer = await read(
    api.PATCH('/api/admin/users/{id}', {
      params: { path: { id: row.id }, header: { 'If-Match': ifMatch } },
      body,
    }),
  );
  return answer.user;
}

interface EditResidentProps {
  user: User;
  load: (id: string) => Promise<User>;
}

/** Changes a resident's names and contacts. */
export function EditResident({ user, load }: EditResidentProps): ReactNode {
  return (
    <Stack mt="md">
      <EditForm row={user} fields={fields} load={load} save={save} said="Resident saved." />
    </Stack>
  );
}
