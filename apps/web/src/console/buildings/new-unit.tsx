import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';

/** Adds a unit to a building. A label that the building already has changes nothing. */
export function NewUnit({ propertyId }: { propertyId: string }): ReactNode {
  return (
    <CreateDialog
      label="New unit"
      title="New unit"
      verb="Create unit"
      create={(form, { header }) => {
        const body = {
          propertyId,
          label: textOf(form, 'label'),
          ...filled(form, 'dialCode'),
          ...filled(form, 'floor'),
          ...filled(form, 'externalId'),
        };
        return read(api.POST('/api/admin/units', { params: { header }, body }));
      }}
      said={({ unit }) => `${unit.label} created.`}
      shown={['label', 'dialCode', 'floor', 'externalId']}
      fields={(problems) => (
        <>
          <TextInput
            name="label"
            label="Label"
            placeholder="Apt 4B"
            required
            data-autofocus
            error={problems['label']}
          />
          <TextInput
            name="dialCode"
            label="Dial code"
            description="The digits that visitors key in. Default: the digits of the label, or a free code."
            inputMode="numeric"
            maxLength={8}
            error={problems['dialCode']}
          />
          <TextInput
            name="floor"
            label="Floor"
            description="Default: read from the label."
            error={problems['floor']}
          />
          <TextInput name="externalId" label="External id" error={problems['externalId']} />
        </>
      )}
    />
  );
}
