import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { DropFile } from '../imports/drop-file.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import classes from './logo.module.css';

type Tenant = Entity<'Tenant'>;

const upload = (id: string, file: File) =>
  read(
    api.PUT('/api/admin/tenants/{id}/logo', {
      params: { path: { id } },
      headers: { 'Content-Type': file.type },
      body: '',
      bodySerializer: () => file,
    }),
  );

const remove = (id: string) => read(api.DELETE('/api/admin/tenants/{id}/logo', { params: { path: { id } } }));

/** The logo of the company, with its upload and its removal. */
export function Logo({ tenant }: { tenant: Tenant }): ReactNode {
  const { id, logoUrl } = tenant;
  const action = useApiMutation((file: File) => upload(id, file), 'Logo saved.');
  return (
    <Stack gap="sm" mt="md">
      <Title order={3} size="h5">
        Logo
      </Title>
      {logoUrl === null ? (
        <Text size="sm">No logo. Pages and e-mails show the name.</Text>
      ) : (
        <Group justify="space-between">
          {/* Every gateway serves it, so the content policy of this page allows the path. */}
          <img className={classes['logo']} src={new URL(logoUrl).pathname} alt="Current logo" />
          <Confirm label="Remove logo" title="Remove logo?" act={() => remove(id)} said="Logo removed.">
            Pages and new e-mails show the name. E-mails already sent lose the image.
          </Confirm>
        </Group>
      )}
      <DropFile
        label={action.isPending ? 'Uploading…' : 'Upload logo'}
        note="PNG or SVG, at most 100 kB and 1,000,000 pixels. E-mails show a PNG only."
        accept="image/png,image/svg+xml"
        choose={(file) => action.mutate(file)}
      />
      {action.error && <FaultAlert fault={action.error} />}
    </Stack>
  );
}
