import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { textField, type EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { Facts } from '../parts/facts.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import type { Change } from '../parts/use-edit.ts';
import { useMay } from '../session.tsx';
import { countryChoices, languageChoices, zoneChoices, zonesOf } from './countries.ts';

type Property = Entity<'Property'>;
type Line = keyof Property['address'];

async function loadBuilding(id: string): Promise<Property> {
  const { property } = await read(api.GET('/api/admin/properties/{id}', { params: { path: { id } } }));
  return property;
}

async function save({ row, body, ifMatch }: Change<Property>): Promise<Property> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  return (await read(api.PATCH('/api/admin/properties/{id}', { params, body }))).property;
}

const setStatus = (row: Property, status: Property['status']) =>
  save({ row, body: { status }, ifMatch: `"${row.version}"` });

/** Creates the field of a line of the address. */
const lineField = (line: Line, label: string): EditField<Property> => ({
  name: line,
  label,
  section: 'Address',
  read: ({ address }) => address[line] ?? '',
  write: (text) => ({ address: { [line]: text === '' ? null : text } }),
});

/** Returns the fields of a building. Its stored time zone and language are always among the choices. */
const fieldsOf = ({ timeZone, locale, address }: Property): EditField<Property>[] => [
  { ...textField<Property>('name', 'Name', ({ name }) => name), section: 'Building' },
  {
    ...textField<Property>('externalId', 'External id', ({ externalId }) => externalId),
    section: 'Building',
  },
  lineField('line1', 'Street and number'),
  lineField('line2', 'Second line'),
  lineField('postalCode', 'Postal code'),
  lineField('city', 'City'),
  lineField('region', 'State or region'),
  {
    ...lineField('country', 'Country'),
    description: 'Phone numbers without a country code are read by its rules.',
    choices: [{ value: '', label: 'Not set' }, ...countryChoices],
  },
  {
    name: 'timeZone',
    label: 'Time zone',
    section: 'Time, language and calls',
    choices: zoneChoices(zonesOf(address.country ?? ''), timeZone),
    read: (row) => row.timeZone,
    write: (text) => ({ timeZone: text }),
  },
  {
    name: 'locale',
    label: 'Language of messages',
    section: 'Time, language and calls',
    description: 'For residents who have not chosen a language.',
    choices: languageChoices(locale),
    read: (row) => row.locale,
    write: (text) => ({ locale: text }),
  },
  {
    name: 'openDigit',
    label: 'Digit that opens the door',
    section: 'Time, language and calls',
    description: 'Residents press it during a call.',
    choices: Array.from({ length: 10 }, (_, digit) => ({ value: `${digit}`, label: `${digit}` })),
    read: (row) => row.openDigit,
    write: (text) => ({ openDigit: text }),
  },
];

/** Returns the text of a field, such as the name of a country. */
const shownIn = ({ read: textOf, choices }: EditField<Property>, row: Property): string =>
  choices?.find(({ value }) => value === textOf(row))?.label ?? textOf(row);

/** Archives a building, or activates it again. */
function Archive({ building }: { building: Property }): ReactNode {
  const activation = useApiMutation(() => setStatus(building, 'ACTIVE'), `${building.name} is active again.`);
  if (building.status === 'ARCHIVED')
    return (
      <Stack gap="xs" align="start">
        <Text>This building is archived. It takes no new units, invites, doors or numbers.</Text>
        {activation.error && <FaultAlert fault={activation.error} />}
        <Button variant="default" loading={activation.isPending} onClick={() => activation.mutate()}>
          Activate building
        </Button>
      </Stack>
    );
  return (
    <Group>
      <Confirm
        label="Archive building"
        title={`Archive ${building.name}`}
        act={() => setStatus(building, 'ARCHIVED')}
        said={`${building.name} archived.`}
      >
        The building takes no new units, invites, doors or numbers. Residents keep their access, and calls
        still ring. You can activate it again.
      </Confirm>
    </Group>
  );
}

/** The settings of a building: its fields, and its archiving. */
export function BuildingSettings({ id }: { id: string }): ReactNode {
  const may = useMay();
  const { data, error } = useQuery({
    queryKey: ['properties', 'settings', id],
    queryFn: () => loadBuilding(id),
    refetchOnWindowFocus: false,
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading />;
  const fields = fieldsOf(data);
  if (!may('properties:write'))
    return <Facts rows={fields.map((field) => [field.label, shownIn(field, data) || null])} />;
  return (
    <Stack maw={760}>
      <Paper withBorder p="md">
        <EditForm row={data} fields={fields} load={loadBuilding} save={save} said="Building saved." />
      </Paper>
      <Archive building={data} />
    </Stack>
  );
}
