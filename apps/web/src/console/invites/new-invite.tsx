import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { Sending } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { HomeFields } from './home-fields.tsx';
import { readHome, type Home } from './read-home.ts';

/** Who is invited, and where the invite is sent at once. */
function inviteeOf(form: FormData) {
  const channels = [
    ...(textOf(form, 'inviteeEmail') === '' ? [] : ['EMAIL' as const]),
    ...(textOf(form, 'inviteePhone') === '' ? [] : ['SMS' as const]),
  ];
  return {
    ...filled(form, 'inviteeName'),
    ...filled(form, 'inviteeEmail'),
    ...filled(form, 'inviteePhone'),
    ...(form.has('send') && channels.length > 0 && { dispatch: channels }),
  };
}

/** Invites one person to a unit. The label of a unit that is known already is taken as it is. */
export function NewInvite({ target = {} }: { target?: Partial<Home> }): ReactNode {
  const cache = useQueryClient();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const address = useSearchState();
  const isKnown = target.unitLabel !== undefined;
  const create = async (form: FormData, { header }: Sending) => {
    const [propertyId, unitLabel] = [textOf(form, 'propertyId'), textOf(form, 'unitLabel')];
    const home = isKnown ? { propertyId, unitLabel } : await readHome(cache, unitLabel, propertyId);
    const body = { ...home, ...inviteeOf(form) };
    return read(api.POST('/api/admin/onboarding/invite', { params: { header }, body }));
  };
  const show = (id: string): void => {
    if (isKnown) return;
    if (pathname === '/invites') address.open(id);
    else void navigate({ to: '/invites', search: { open: id } });
  };
  return (
    <CreateDialog
      label="Invite somebody"
      title="Invite somebody"
      verb="Invite"
      isSmall={isKnown}
      create={create}
      said="The invite is ready."
      onDone={({ invite }) => show(invite.id)}
      shown={['propertyId', 'unitLabel', 'inviteeName', 'inviteeEmail', 'inviteePhone']}
      fields={(problems) => (
        <>
          <HomeFields target={target} problems={problems} />
          <TextInput name="inviteeName" label="Name" error={problems['inviteeName']} />
          <TextInput name="inviteeEmail" label="E-mail" type="email" error={problems['inviteeEmail']} />
          <TextInput name="inviteePhone" label="Phone" type="tel" error={problems['inviteePhone']} />
          <Checkbox name="send" label="Send it at once to the contacts above" defaultChecked />
        </>
      )}
    />
  );
}
