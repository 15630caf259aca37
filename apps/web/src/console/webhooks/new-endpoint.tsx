import { Checkbox, Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { ShownSecret } from '../parts/shown-secret.tsx';
import { eventWords, type Endpoint } from './describe-endpoint.ts';

function bodyOf(form: FormData) {
  const chosen = form.getAll('events').filter((type) => typeof type === 'string') as Endpoint['events'];
  return {
    url: textOf(form, 'url'),
    events: form.has('all') ? (['*'] as Endpoint['events']) : chosen,
    ...filled(form, 'description'),
  };
}

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

function EventFields(): ReactNode {
  const [isAll, setIsAll] = useState(true);
  return (
    <Fieldset legend="Events">
      <Checkbox
        name="all"
        label="All, including future types"
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      {!isAll && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt="sm">
          {Object.entries(eventWords).map(([type, label]) => (
            <Checkbox key={type} name="events" value={type} label={label} />
          ))}
        </SimpleGrid>
      )}
    </Fieldset>
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
      shown={['url', 'description']}
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
          <EventFields />
        </>
      )}
      result={({ webhookEndpoint }) => <EndpointSecret secret={webhookEndpoint.secret} />}
    />
  );
}
