import { Button, Checkbox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api, once } from '../api.ts';
import { choicesOf } from '../parts/choices.ts';
import { Dialog } from '../parts/dialog.tsx';
import { textField, type EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { showToast } from '../parts/show-toast.ts';
import type { Change } from '../parts/use-edit.ts';
import { useMay } from '../session.tsx';
import { languageChoices, nameOfInvite, roleWords, type Invite } from './describe-invite.ts';

/** Reads one invite. */
export async function loadInvite(id: string): Promise<Invite> {
  const { invite } = await read(api.GET('/api/admin/onboarding/invites/{id}', { params: { path: { id } } }));
  return invite;
}

const fieldsOf = ({ locale }: Invite): EditField<Invite>[] => [
  { ...textField<Invite>('inviteeEmail', 'E-mail', ({ inviteeEmail }) => inviteeEmail), isFirst: true },
  textField<Invite>('inviteePhone', 'Phone', ({ inviteePhone }) => inviteePhone && sayPhone(inviteePhone)),
  textField<Invite>('inviteeName', 'Name', ({ inviteeName }) => inviteeName),
  {
    name: 'role',
    label: 'Role',
    read: ({ role }) => role,
    write: (role) => ({ role }),
    choices: choicesOf(roleWords),
  },
  { ...textField<Invite>('locale', 'Language', (invite) => invite.locale), choices: languageChoices(locale) },
];

async function change({ row, body, ifMatch }: Change<Invite>): Promise<Invite> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  const { invite } = await read(api.PATCH('/api/admin/onboarding/invites/{id}', { params, body }));
  return invite;
}

/** Whether a change has given the invite another contact. */
const hasMoved = (before: Invite, after: Invite): boolean =>
  before.inviteeEmail !== after.inviteeEmail || before.inviteePhone !== after.inviteePhone;

const isReachable = ({ inviteeEmail, inviteePhone }: Invite): boolean =>
  inviteeEmail !== null || inviteePhone !== null;

/** Sends a changed invite. A refusal is a message: the change itself is saved. */
async function send({ id: idOrToken }: Invite): Promise<void> {
  const params = { path: { idOrToken }, ...once() };
  try {
    await read(api.POST('/api/admin/onboarding/invites/{idOrToken}/dispatch', { params }));
    showToast('New link sent.');
  } catch (fault) {
    const reason = fault instanceof ApiProblem ? fault.message : 'The service could not answer.';
    showToast(`Saved, but not sent: ${reason} Use “Send again”.`, 'bad');
  }
}

/** A button for the dialog that changes a pending invite. Another contact gets a new link. */
export function EditInvite({ invite }: { invite: Invite }): ReactNode {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const [isSent, setSent] = useState(true);
  const maySend = may('onboarding:dispatch');
  const save = async (edited: Change<Invite>): Promise<Invite> => {
    const changed = await change(edited);
    if (maySend && isSent && hasMoved(edited.row, changed) && isReachable(changed)) await send(changed);
    return changed;
  };
  const name = `Edit the invite of ${nameOfInvite(invite)}`;
  return (
    <>
      <Button size="compact-md" variant="default" onClick={open} aria-label={name}>
        Edit
      </Button>
      <Dialog opened={isOpen} onClose={close} title={name}>
        <EditForm
          row={invite}
          fields={fieldsOf(invite)}
          load={loadInvite}
          save={save}
          said="Invite saved."
          onSaved={close}
        >
          {maySend && (
            <Checkbox
              checked={isSent}
              onChange={(event) => setSent(event.currentTarget.checked)}
              label="Send the new link to a changed contact"
              description="The old link stops working."
            />
          )}
        </EditForm>
      </Dialog>
    </>
  );
}
