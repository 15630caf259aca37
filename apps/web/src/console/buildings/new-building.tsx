import { Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';

/** Builds the request body from the form. */
function bodyOf(form: FormData) {
  const country = textOf(form, 'country').toUpperCase();
  return {
    name: textOf(form, 'name'),
    address: {
      ...filled(form, 'line1'),
      ...filled(form, 'city'),
      ...filled(form, 'region'),
      ...filled(form, 'postalCode'),
      ...(country !== '' && { country }),
    },
    ...filled(form, 'timeZone'),
    ...filled(form, 'externalId'),
  };
}

const create = (form: FormData, { header }: SendOptions) =>
  read(api.POST('/api/admin/properties', { params: { header }, body: bodyOf(form) }));

/** Creates a building, and opens it. */
export function NewBuilding(): ReactNode {
  const navigate = useNavigate();
  return (
    <CreateDialog
      label="New building"
      title="New building"
      verb="Create building"
      create={create}
      onDone={({ property: { id } }) => void navigate({ to: '/buildings/$id', params: { id }, search: {} })}
      said={({ property }) => `${property.name} created. Add its units, or import a list.`}
      shown={['name', 'line1', 'postalCode', 'city', 'region', 'country', 'timeZone', 'externalId']}
      fields={(problems) => (
        <>
          <TextInput name="name" label="Name" required data-autofocus error={problems['name']} />
          <TextInput name="line1" label="Street and number" error={problems['address.line1']} />
          <Group grow>
            <TextInput name="postalCode" label="Postal code" error={problems['address.postalCode']} />
            <TextInput name="city" label="City" error={problems['address.city']} />
          </Group>
          <Group grow>
            <TextInput name="region" label="State or region" error={problems['address.region']} />
            <TextInput
              name="country"
              label="Country"
              placeholder="US"
              maxLength={2}
              error={problems['address.country']}
            />
          </Group>
          <TextInput
            name="timeZone"
            label="Time zone"
            placeholder="America/New_York"
            description="Default: the time zone of your company."
            error={problems['timeZone']}
          />
          <TextInput name="externalId" label="External id" error={problems['externalId']} />
        </>
      )}
    />
  );
}
