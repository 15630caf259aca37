import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode, SubmitEvent } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { api, once } from '../api.ts';
import { BuildingSelect, useBuildingChoice } from '../buildings/building-select.tsx';
import { tell } from '../parts/tell.ts';
import { useNewDialog } from '../parts/use-new-dialog.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { filled, textOf } from '../parts/form-text.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';

interface Target {
  propertyId?: string;
  unitLabel?: string;
}

/** The fields of the form that are filled in. */
function bodyOf(form: FormData) {
  const text = (name: string): string => textOf(form, name);
  const channels = [
    ...(text('inviteeEmail') === '' ? [] : ['EMAIL' as const]),
    ...(text('inviteePhone') === '' ? [] : ['SMS' as const]),
  ];
  return {
    propertyId: text('propertyId'),
    unitLabel: text('unitLabel'),
    ...filled(form, 'inviteeName'),
    ...filled(form, 'inviteeEmail'),
    ...filled(form, 'inviteePhone'),
    ...(form.has('send') && channels.length > 0 && { dispatch: channels }),
  };
}

function useInvite(onDone: (id: string) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormData) =>
      read(api.POST('/api/admin/onboarding/invite', { params: once(), body: bodyOf(form) })),
    onSuccess: async ({ invite }) => {
      tell('The invite is ready.');
      await cache.invalidateQueries();
      onDone(invite.id);
    },
  });
}

/** The fields that show beside themselves what is wrong with them. */
const shownFields = ['propertyId', 'unitLabel', 'inviteeName', 'inviteeEmail', 'inviteePhone'];

interface InviteFormProps {
  target: Target;
  onDone: (id: string) => void;
}

function InviteForm({ target, onDone }: InviteFormProps): ReactNode {
  const { propertyId, choose } = useBuildingChoice(target.propertyId);
  const invitation = useInvite(onDone);
  const fields = invitation.error instanceof ApiProblem ? invitation.error.fields : {};
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    invitation.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <BuildingSelect
          name="propertyId"
          label="Building"
          value={propertyId}
          error={fields['propertyId']}
          onChange={choose}
        />
        <TextInput
          name="unitLabel"
          label="Unit"
          placeholder="Apt 4B"
          required
          data-autofocus
          defaultValue={target.unitLabel}
          error={fields['unitLabel']}
        />
        <TextInput name="inviteeName" label="Name" error={fields['inviteeName']} />
        <TextInput name="inviteeEmail" label="E-mail" type="email" error={fields['inviteeEmail']} />
        <TextInput name="inviteePhone" label="Phone" type="tel" error={fields['inviteePhone']} />
        <Checkbox name="send" label="Send it at once to the contacts above" defaultChecked />
        {invitation.error && <FaultAlert fault={invitation.error} shown={shownFields} />}
        <Group justify="end">
          <Button type="submit" loading={invitation.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Invites one person to a unit. */
export function NewInvite({ target = {} }: { target?: Target }): ReactNode {
  const { isOpen, open, close } = useNewDialog(target.unitLabel === undefined);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const address = useSearchState();
  const finish = (id: string): void => {
    close();
    if (target.propertyId !== undefined) return;
    if (pathname === '/invites') address.open(id);
    else void navigate({ to: '/invites', search: { open: id } });
  };
  return (
    <>
      <Button
        onClick={open}
        size={target.unitLabel === undefined ? 'sm' : 'compact-sm'}
        variant={target.unitLabel === undefined ? 'filled' : 'default'}
      >
        Invite somebody
      </Button>
      <Modal opened={isOpen} onClose={close} title="Invite somebody">
        <InviteForm target={target} onDone={finish} />
      </Modal>
    </>
  );
}
