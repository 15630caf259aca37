import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { textField, type EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import type { Change } from '../parts/use-edit.ts';
import { BuildingsInput } from './buildings-input.tsx';
import type { Endpoint } from './describe-endpoint.ts';
import { EventsInput } from './events-input.tsx';
import { eventsAsText, eventsIn, idsAsText, idsIn } from './subscription.ts';

const fields: readonly EditField<Endpoint>[] = [
  { name: 'url', label: 'Address', read: ({ url }) => url, write: (url) => ({ url }) },
  textField('description', 'Name of the other system', ({ description }) => description),
  {
    name: 'events',
    label: 'Events',
    read: ({ events }) => eventsAsText(events),
    write: (text) => ({ events: eventsIn(text) }),
    control: (field) => <EventsInput {...field} />,
  },
  {
    name: 'propertyIds',
    label: 'Buildings',
    read: ({ propertyIds }) => idsAsText(propertyIds),
    write: (text) => ({ propertyIds: idsIn(text) }),
    control: (field) => <BuildingsInput {...field} />,
  },
];

async function save({ row, body, ifMatch }: Change<Endpoint>): Promise<Endpoint> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  const { webhookEndpoint } = await read(api.PATCH('/api/admin/webhook-endpoints/{id}', { params, body }));
  return webhookEndpoint;
}

interface EditEndpointProps {
  endpoint: Endpoint;
  load: (id: string) => Promise<Endpoint>;
}

/** Changes the address, name, events and buildings of an endpoint. */
export function EditEndpoint({ endpoint, load }: EditEndpointProps): ReactNode {
  return (
    <Stack mt="md">
      <EditForm row={endpoint} fields={fields} load={load} save={save} said="Endpoint saved." />
    </Stack>
  );
}
