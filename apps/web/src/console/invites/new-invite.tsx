import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { HomeFields } from './home-fields.tsx';
import { readHome, type Home } from './read-home.ts';

/** Reads the invited person and the channels of an immediate dispatch from the form. */
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

/** Invites one person to a unit. A given unit label is used without parsing. */
export function NewInvite({ target = {} }: { target?: Partial<Home> }): ReactNode {
  const cache = useQueryClient();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const address = useSearchState();
  const isKnown = target.unitLabel !== undefined;
  const create = async (form: FormData, { header }: SendOptions) => {
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
      label="Invite resident"
      title="Invite resident"
      verb="Invite"
      isSmall={isKnown}
      create={create}
      said="Invite created."
      onDone={({ invite }) => show(invite.id)}
      shown={['propertyId', 'unitLabel', 'inviteeName', 'inviteeEmail', 'inviteePhone']}
      fields={(problems) => (
        <>
          <HomeFields target={target} problems={problems} />
          <TextInput name="inviteeName" label="Name" error={problems['inviteeName']} />
          <TextInput name="inviteeEmail" label="E-mail" type="email" error={problems['inviteeEmail']} />
          <TextInput name="inviteePhone" label="Phone" type="tel" error={problems['inviteePhone']} />
          <Checkbox name="send" label="Send immediately to the contacts above" defaultChecked />
        </>
      )}
    />
  );
}
