import { Checkbox, Fieldset, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { choicesOf } from '../parts/choices.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { textOf } from '../parts/form-text.ts';
import { problemOf } from '../parts/problem-of.ts';

type Tenant = Entity<'Tenant'>;
type Recipient = Tenant['settings']['alertRecipients'][number];

const causes: Readonly<Record<Recipient['types'][number], string>> = {
  'door.offline': 'A door does not answer',
  'door.held': 'A door is held open',
  'door.forced': 'A door was forced open',
  'unit.unreachable': 'No resident of a unit can be reached by a call',
  'report.created': 'A resident has reported a problem',
  'key.expiring': 'An API key expires soon',
  'key.leaked': 'An API key is public',
  'endpoint.failing': 'A webhook endpoint fails',
};

const digests: Readonly<Record<Recipient['digest'], string>> = {
  NONE: 'One e-mail for each alert, immediately',
  DAILY: 'One e-mail a day',
};

/** Saves the recipients, unless the settings have changed meanwhile. */
const saveRecipients = ({ id, version }: Tenant, alertRecipients: readonly Recipient[]) =>
  read(
    api.PATCH('/api/admin/tenants/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${version}"` } },
      body: { settings: { alertRecipients: [...alertRecipients] } },
    }),
  );

const recipientOf = (form: FormData): Recipient => ({
  email: textOf(form, 'email'),
  types: form.getAll('types').filter((type) => typeof type === 'string') as Recipient['types'],
  digest: textOf(form, 'digest') as Recipient['digest'],
});

function NewRecipient({ tenant }: { tenant: Tenant }): ReactNode {
  const { alertRecipients } = tenant.settings;
  return (
    <CreateDialog
      label="Add recipient"
      title="Add recipient of alerts"
      verb="Add"
      create={(form: FormData) => saveRecipients(tenant, [...alertRecipients, recipientOf(form)])}
      said="Recipient added."
      shown={['email', 'types']}
      fields={(problems) => (
        <>
          <TextInput
            name="email"
            label="E-mail"
            type="email"
            required
            data-autofocus
            error={problemOf(problems, 'email')}
          />
          <Fieldset legend="Alerts">
            <Stack gap={6}>
              {Object.entries(causes).map(([type, label]) => (
                <Checkbox key={type} name="types" value={type} label={label} defaultChecked />
              ))}
              {problemOf(problems, 'types') && (
                <Text size="sm" c="var(--bad)">
                  {problemOf(problems, 'types')}
                </Text>
              )}
            </Stack>
          </Fieldset>
          <NativeSelect name="digest" label="Frequency" data={choicesOf(digests)} />
        </>
      )}
    />
  );
}

interface RowProps {
  tenant: Tenant;
  recipient: Recipient;
  mayChange: boolean;
}

function RecipientRow({ tenant, recipient, mayChange }: RowProps): ReactNode {
  const { email, types, digest } = recipient;
  const others = tenant.settings.alertRecipients.filter((each) => each !== recipient);
  return (
    <Group component="li" justify="space-between" align="start" wrap="nowrap" gap="sm">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="sm">{types.map((type) => causes[type]).join(' · ')}</Text>
        <Text size="sm">{digests[digest]}</Text>
      </div>
      {mayChange && (
        <Confirm
          label="Remove"
          name={`Remove ${email}`}
          title={`Remove ${email}?`}
          act={() => saveRecipients(tenant, others)}
          said="Removed."
        >
          Alerts no longer go to this address. E-mails already sent still arrive.
        </Confirm>
      )}
    </Group>
  );
}

/** Recipients of e-mails about problems with doors, units, keys and endpoints. */
export function AlertRecipients({ tenant, mayChange }: { tenant: Tenant; mayChange: boolean }): ReactNode {
  const { alertRecipients } = tenant.settings;
  return (
    <Paper withBorder p="md" maw={760} mt="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          E-mail alerts
        </Title>
        {mayChange && <NewRecipient tenant={tenant} />}
      </Group>
      {alertRecipients.length === 0 ? (
        <Text size="sm">
          No recipients. {mayChange && 'Add someone to receive alerts, such as about offline doors.'}
        </Text>
      ) : (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {alertRecipients.map((recipient) => (
            <RecipientRow key={recipient.email} tenant={tenant} recipient={recipient} mayChange={mayChange} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}
