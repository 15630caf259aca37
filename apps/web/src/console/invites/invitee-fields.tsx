import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { choicesOf } from '../parts/choices.ts';
import type { FieldProblems } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { languageChoices, roleWords, type Invite } from './describe-invite.ts';

/** Values of the invited person that the form begins with. */
export type Invitee = Partial<
  Pick<Invite, 'inviteeName' | 'inviteeEmail' | 'inviteePhone' | 'locale' | 'role'>
>;

/** Reads the invited person and the channels of an immediate dispatch from the form. */
export function inviteeOf(form: FormData) {
  const channels = [
    ...(textOf(form, 'inviteeEmail') === '' ? [] : ['EMAIL' as const]),
    ...(textOf(form, 'inviteePhone') === '' ? [] : ['SMS' as const]),
  ];
  return {
    ...filled(form, 'inviteeName'),
    ...filled(form, 'inviteeEmail'),
    ...filled(form, 'inviteePhone'),
    ...filled(form, 'locale'),
    role: textOf(form, 'role') === 'OCCUPANT' ? ('OCCUPANT' as const) : ('PRIMARY' as const),
    ...(form.has('send') && channels.length > 0 && { dispatch: channels }),
  };
}

/** Returns the missing contact of an invite that is sent immediately; null if it can be sent. */
export function findMissingContact(form: FormData): string | null {
  const { inviteeEmail, inviteePhone } = inviteeOf(form);
  if (!form.has('send') || inviteeEmail !== undefined || inviteePhone !== undefined) return null;
  return 'Enter an e-mail address or a phone number, or clear “Send immediately”.';
}

/** The fields for the invited person. */
export function InviteeFields({
  invitee,
  problems,
}: {
  invitee: Invitee;
  problems: FieldProblems;
}): ReactNode {
  const { inviteeName, inviteeEmail, inviteePhone, locale, role } = invitee;
  return (
    <>
      <TextInput
        name="inviteeName"
        label="Name"
        data-autofocus
        defaultValue={inviteeName ?? ''}
        error={problems['inviteeName']}
      />
      <TextInput
        name="inviteeEmail"
        label="E-mail"
        type="email"
        defaultValue={inviteeEmail ?? ''}
        error={problems['inviteeEmail']}
      />
      <TextInput
        name="inviteePhone"
        label="Phone"
        type="tel"
        defaultValue={inviteePhone ?? ''}
        error={problems['inviteePhone']}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect name="role" label="Role" data={choicesOf(roleWords)} defaultValue={role ?? 'PRIMARY'} />
        <NativeSelect
          name="locale"
          label="Language"
          data={languageChoices(locale ?? null)}
          defaultValue={locale ?? ''}
          error={problems['locale']}
        />
      </SimpleGrid>
      <Checkbox name="send" label="Send immediately to the contacts above" defaultChecked />
    </>
  );
}
