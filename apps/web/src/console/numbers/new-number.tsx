import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { choicesOf } from '../parts/choices.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { textOf } from '../parts/form-text.ts';
import { providerWords } from './describe-number.ts';

function create(form: FormData, { header }: SendOptions) {
  const provider =
    textOf(form, 'provider') === 'TELEPHONY_B' ? ('TELEPHONY_B' as const) : ('TELEPHONY_A' as const);
  const body = { number: textOf(form, 'number'), provider };
  return read(api.POST('/api/admin/virtual-numbers', { params: { header }, body }));
}

/** Adds a number of the provider, and opens it in the drawer. */
export function NewNumber(): ReactNode {
  const address = useSearchState();
  return (
    <CreateDialog
      label="Add number"
      title="Add number"
      verb="Add"
      create={create}
      onDone={({ virtualNumber }) => address.open(virtualNumber.id)}
      said={({ virtualNumber }) => `${sayPhone(virtualNumber.number)} is available.`}
      shown={['number']}
      fields={(problems) => (
        <>
          <TextInput
            name="number"
            label="Number"
            type="tel"
            placeholder="+1 212 555 0100"
            required
            data-autofocus
            error={problems['number']}
          />
          <NativeSelect name="provider" label="Provider" data={choicesOf(providerWords)} />
        </>
      )}
    />
  );
}
