import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '../api.ts';
import type { EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { Facts } from '../parts/facts.tsx';
import type { Change } from '../parts/use-edit.ts';
import { useMay } from '../session.tsx';
import { AccentField } from './accent-field.tsx';
import { Logo } from './logo.tsx';

type Tenant = Entity<'Tenant'>;

const fields: readonly EditField<Tenant>[] = [
  {
    name: 'name',
    label: 'Name on pages and in e-mails',
    description: 'Empty means the name of the company.',
    read: ({ settings }) => settings.branding.name ?? '',
    write: (name) => ({ branding: { name: name === '' ? null : name } }),
  },
  {
    name: 'accent',
    label: 'Accent colour',
    control: (field) => <AccentField {...field} />,
    read: ({ settings }) => settings.branding.accent ?? '',
    write: (accent) => ({ branding: { accent: accent === '' ? null : accent } }),
  },
];

interface AppearanceProps {
  tenant: Tenant;
  load: (id: string) => Promise<Tenant>;
  save: (change: Change<Tenant>) => Promise<Tenant>;
}

/** Name, colour and logo of the company on the pages of residents and guests, in the console and in e-mails. */
export function Appearance({ tenant, load, save }: AppearanceProps): ReactNode {
  const may = useMay();
  return (
    <Paper withBorder p="md" maw={760} mt="md">
      <Title order={2} size="h4" mb="sm">
        Appearance
      </Title>
      {may('tenants:write') ? (
        <>
          <EditForm
            row={tenant}
            fields={fields}
            load={load}
            save={save}
            said="Appearance changed."
            verb="Apply"
          />
          <Logo tenant={tenant} />
        </>
      ) : (
        <Facts rows={fields.map(({ label, read }) => [label, read(tenant)])} />
      )}
    </Paper>
  );
}
