import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import type { EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { Facts } from '../parts/facts.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import type { Change, SaveQuestion } from '../parts/use-edit.ts';
import { useMay, useSession } from '../session.tsx';
import { AlertRecipients } from './alert-recipients.tsx';
import { Appearance } from './appearance.tsx';
import { RetentionEffects } from './retention-effects.tsx';
import { findShortened } from './shortened-retention.ts';

type Tenant = Entity<'Tenant'>;
type Settings = Tenant['settings'];

async function loadTenant(id: string): Promise<Tenant> {
  const { tenant } = await read(api.GET('/api/admin/tenants/{id}', { params: { path: { id } } }));
  return tenant;
}

async function save({ row, body, ifMatch }: Change<Tenant>): Promise<Tenant> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  const { name, ...settings } = body as { name?: string };
  const change = { ...(name !== undefined && { name }), settings };
  const { tenant } = await read(api.PATCH('/api/admin/tenants/{id}', { params, body: change }));
  return tenant;
}

/** Creates the field of a numeric setting. */
const numberOf = (
  name: 'inviteTtlHours' | 'numberQuarantineDays' | 'callRingSeconds',
  { label, section }: { label: string; section: string },
): EditField<Tenant> => ({
  name,
  label,
  section,
  type: 'number',
  read: ({ settings }) => String(settings[name]),
  write: (text) => ({ [name]: Number(text) }),
});

/** Parses a list of numbers such as `24, 72`. */
const hoursIn = (text: string): number[] => (text.match(/[^\s,;]+/g) ?? []).map(Number);

/** Creates the field of a retention period. */
const retentionOf = (name: keyof Settings['retentionDays'], label: string): EditField<Tenant> => ({
  name,
  label,
  section: 'Retention',
  type: 'number',
  description: 'Days. Empty means no limit.',
  read: ({ settings }) => String(settings.retentionDays[name] ?? ''),
  write: (text) => ({ retentionDays: { [name]: text === '' ? null : Number(text) } }),
});

/** Asks before a shorter retention, which deletes rows. */
function askOf({ row, body }: Change<Tenant>): SaveQuestion | null {
  const { retentionDays } = body as { retentionDays?: Partial<Settings['retentionDays']> };
  const shortened = findShortened(row.settings.retentionDays, retentionDays);
  if (shortened.length === 0) return null;
  const effects = <RetentionEffects shortened={shortened} now={Date.now()} />;
  return { title: 'Delete old rows?', verb: 'Save and delete', effects };
}

const fields: readonly EditField<Tenant>[] = [
  {
    name: 'name',
    label: 'Name',
    section: 'Company',
    read: ({ name }) => name,
    write: (name) => ({ name }),
  },
  {
    name: 'timeZone',
    label: 'Time zone of new buildings',
    section: 'Company',
    read: ({ settings }) => settings.timeZone,
    write: (timeZone) => ({ timeZone }),
  },
  numberOf('inviteTtlHours', { label: 'Validity of an invite, in hours', section: 'Invites' }),
  {
    name: 'inviteReminderHours',
    label: 'Reminders, hours after an invite was sent',
    section: 'Invites',
    description: 'Up to three, such as 24, 72. Empty means none. They are sent between 9:00 and 20:00.',
    read: ({ settings }) => settings.inviteReminderHours.join(', '),
    write: (text) => ({ inviteReminderHours: hoursIn(text) }),
  },
  numberOf('callRingSeconds', {
    label: 'Ring time per resident, in seconds',
    section: 'Calls and numbers',
  }),
  numberOf('numberQuarantineDays', {
    label: 'Quarantine of a released number, in days',
    section: 'Calls and numbers',
  }),
  {
    name: 'residentsMayInvite',
    label: 'Residents may invite household members',
    section: 'Invites',
    choices: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
    read: ({ settings }) => String(settings.residentsMayInvite),
    write: (text) => ({ residentsMayInvite: text === 'true' }),
  },
  {
    name: 'leakedKeys',
    label: 'API keys that are reported as public',
    section: 'API keys',
    choices: [
      { value: 'REVOKE', label: 'Revoke and notify' },
      { value: 'NOTIFY', label: 'Notify only' },
    ],
    read: ({ settings }) => settings.leakedKeys,
    write: (text) => ({ leakedKeys: text === 'NOTIFY' ? 'NOTIFY' : 'REVOKE' }),
  },
  retentionOf('calls', 'Calls'),
  retentionOf('accessEvents', 'Door events'),
  retentionOf('attempts', 'Unlock attempts'),
];

/** The company's name and settings. */
export function SettingsPage(): ReactNode {
  const may = useMay();
  const { staff } = useSession();
  const { data, error } = useQuery({
    queryKey: ['tenants', 'one', staff.tenantId],
    queryFn: () => loadTenant(staff.tenantId),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHead title="Settings" lead="Company-wide settings for invites, calls and numbers." />
      {error && <FaultAlert fault={error} />}
      {!data && !error && <Loading />}
      {data && (
        <Paper withBorder p="md" maw={760}>
          {may('tenants:write') ? (
            <EditForm row={data} fields={fields} load={loadTenant} save={save} said="Saved." ask={askOf} />
          ) : (
            <>
              <Text mb="sm">Read-only for your role. The owner can change these settings.</Text>
              <Facts rows={fields.map(({ label, read: show }) => [label, show(data)])} />
            </>
          )}
        </Paper>
      )}
      {data && <Appearance tenant={data} load={loadTenant} save={save} />}
      {data && <AlertRecipients tenant={data} mayChange={may('tenants:write')} />}
    </>
  );
}
