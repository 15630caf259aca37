import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { sayPhone } from '../../phones/say-phone.ts';
import { Dialog } from '../parts/dialog.tsx';
import { textField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { nameOfUser, type User } from './describe-user.ts';
import { saveUser } from './save-user.ts';

const fields = [
  textField<User>('firstName', 'First name', ({ firstName }) => firstName),
  textField<User>('lastName', 'Last name', ({ lastName }) => lastName),
  textField<User>('email', 'E-mail', ({ email }) => email),
  textField<User>('phone', 'Phone', ({ phone }) => phone && sayPhone(phone)),
  textField<User>('externalId', 'External id', ({ externalId }) => externalId),
];

interface EditResidentProps {
  user: User;
  load: (id: string) => Promise<User>;
}

/** Changes a resident's names and contacts. */
export function EditResident({ user, load }: EditResidentProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-md" variant="default" onClick={open}>
        Edit
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Edit ${nameOfUser(user)}`}>
        <EditForm
          row={user}
          fields={fields}
          load={load}
          save={saveUser}
          said="Resident saved."
          onSaved={close}
        />
      </Dialog>
    </>
  );
}
