import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../session.tsx';
import type { User } from './describe-user.ts';
import { Disable } from './disable.tsx';
import { EraseResident } from './erase-resident.tsx';
import { ExportResident } from './export-resident.tsx';

/** Acts on a resident's account and personal data. */
export function AccountActions({ user }: { user: User }): ReactNode {
  const may = useMay();
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Account and data
      </Title>
      <Text size="sm" c="var(--soft)">
        Disable blocks the sign-in. Export and erase are for requests of the person about their data.
      </Text>
      <Group gap="xs">
        <Disable user={user}>
          All sessions end immediately, and the resident cannot sign in. The home stays.
        </Disable>
        {may('audit:read') && <ExportResident user={user} />}
        <EraseResident user={user} />
      </Group>
    </Stack>
  );
}
