import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { CreateDialog, type FieldProblems } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { ShownSecret } from '../parts/shown-secret.tsx';
import { BuildingsInput } from './buildings-input.tsx';
import { EventsInput } from './events-input.tsx';
import { eventsIn, idsIn } from './subscription.ts';

const bodyOf = (form: FormData) => ({
  url: textOf(form, 'url'),
  events: eventsIn(textOf(form, 'events')),
  propertyIds: idsIn(textOf(form, 'propertyIds')),
  ...filled(form, 'description'),
});

const create = (form: FormData, { header }: SendOptions) =>
  read(api.POST('/api/admin/webhook-endpoints', { params: { header }, body: bodyOf(form) }));

/** The secret of an endpoint, shown once. */
export function EndpointSecret({ secret }: { secret: string | null }): ReactNode {
  if (secret === null) return <p>The secret was shown before. Replace it to get a new one.</p>;
  return (
    <ShownSecret secret={secret}>
      The other system verifies signatures with this secret. It is shown only once.
    </ShownSecret>
  );
}

/** The events and buildings of the new endpoint, which the form reads by their names. */
function Subscription({ problems }: { problems: FieldProblems }): ReactNode {
  const [events, setEvents] = useState('*');
  const [ids, setIds] = useState('');
  return (
    <>
      <input type="hidden" name="events" value={events} />
      <input type="hidden" name="propertyIds" value={ids} />
      <EventsInput label="Events" value={events} error={problems['events']} onType={setEvents} />
      <BuildingsInput label="Buildings" value={ids} error={problems['propertyIds']} onType={setIds} />
    </>
  );
}

/** Creates an endpoint, and shows its secret once. */
export function NewEndpoint(): ReactNode {
  return (
    <CreateDialog
      label="New endpoint"
      title="New webhook endpoint"
      verb="Create endpoint"
      create={create}
      shown={['url', 'description', 'events', 'propertyIds']}
      fields={(problems) => (
        <>
          <TextInput
            name="url"
            label="Address"
            type="url"
            placeholder="https://roster.example/hooks"
            required
            data-autofocus
            error={problems['url']}
          />
          <TextInput name="description" label="Name of the other system" error={problems['description']} />
          <Subscription problems={problems} />
        </>
      )}
      result={({ webhookEndpoint }) => <EndpointSecret secret={webhookEndpoint.secret} />}
    />
  );
}
