import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useProperties } from '../list/use-properties.ts';
import { CreateDialog, type FieldProblems } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import {
  countryChoices,
  languageChoices,
  usualLanguage,
  usualZone,
  zoneChoices,
  zonesOf,
} from './countries.ts';

/** Builds the request body from the form. */
const bodyOf = (form: FormData) => ({
  name: textOf(form, 'name'),
  address: {
    ...filled(form, 'line1'),
    ...filled(form, 'city'),
    ...filled(form, 'region'),
    ...filled(form, 'postalCode'),
    country: textOf(form, 'country'),
  },
  timeZone: textOf(form, 'timeZone'),
  locale: textOf(form, 'locale'),
  ...filled(form, 'externalId'),
});

const create = (form: FormData, { header }: SendOptions) =>
  read(api.POST('/api/admin/properties', { params: { header }, body: bodyOf(form) }));

interface FieldsProps {
  problems: FieldProblems;
}

/** The country, which sets the time zone and the language. Both can be changed. */
function CountryFields({ problems }: FieldsProps): ReactNode {
  const { data } = useProperties();
  const [country, setCountry] = useState('');
  const [timeZone, setTimeZone] = useState('');
  const [locale, setLocale] = useState('en');
  const choose = (next: string): void => {
    const ofOthers = data?.properties.filter(({ address }) => address.country === next) ?? [];
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    setCountry(next);
    setTimeZone(usualZone(next, [...ofOthers.map((other) => other.timeZone), own]));
    setLocale(usualLanguage(next));
  };
  return (
    <>
      <NativeSelect
        name="country"
        label="Country"
        required
        value={country}
        data={[{ value: '', label: 'Choose a country' }, ...countryChoices]}
        error={problems['address.country']}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Group grow align="start">
        <NativeSelect
          name="timeZone"
          label="Time zone"
          required
          value={timeZone}
          data={[{ value: '', label: 'Choose a time zone' }, ...zoneChoices(zonesOf(country), timeZone)]}
          error={problems['timeZone']}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
        />
        <NativeSelect
          name="locale"
          label="Language of messages"
          value={locale}
          data={languageChoices(locale)}
          error={problems['locale']}
          onChange={(event) => setLocale(event.currentTarget.value)}
        />
      </Group>
    </>
  );
}

function Fields({ problems }: FieldsProps): ReactNode {
  return (
    <>
      <TextInput name="name" label="Name" required data-autofocus error={problems['name']} />
      <CountryFields problems={problems} />
      <TextInput name="line1" label="Street and number" error={problems['address.line1']} />
      <Group grow>
        <TextInput name="postalCode" label="Postal code" error={problems['address.postalCode']} />
        <TextInput name="city" label="City" error={problems['address.city']} />
      </Group>
      <Group grow>
        <TextInput name="region" label="State or region" error={problems['address.region']} />
        <TextInput name="externalId" label="External id" error={problems['externalId']} />
      </Group>
    </>
  );
}

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
      shown={['name', 'line1', 'postalCode', 'city', 'region', 'country', 'timeZone', 'locale', 'externalId']}
      fields={(problems) => <Fields problems={problems} />}
    />
  );
}
