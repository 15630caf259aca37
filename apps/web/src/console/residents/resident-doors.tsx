import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeEvent, reasonInWords } from '../doors/describe-door.ts';
import { DataTable } from '../list/data-table.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { nameOfUser, type User } from './describe-user.ts';
import { DoorName } from './door-name.tsx';
import { useEntries } from './use-entries.ts';

function Entries({ user }: { user: User }): ReactNode {
  const { entries, error } = useEntries(user);
  if (error) return <FaultAlert fault={error} />;
  if (entries === null) return <Loading count={3} />;
  if (entries.length === 0)
    return <Text>No entries by this resident, their guests, or with an unknown PIN.</Text>;
  return (
    <DataTable
      label="Last entries"
      rows={entries.map((entry) => ({ ...entry, id: entry.event.id }))}
      columns={[
        { title: 'Who', show: ({ subjectName }) => subjectName },
        { title: 'Door', show: ({ event }) => <DoorName id={event.accessPointId} /> },
        { title: 'When', show: ({ event }) => <Time at={event.occurredAt} /> },
        { title: 'Reason', show: ({ event }) => reasonInWords(event.reason) },
        {
          title: 'Result',
          kind: 'state',
          show: ({ event }) => <Status status={event.decision} label={describeEvent(event)} />,
        },
      ]}
    />
  );
}

/** The last decisions at doors about a resident and the resident's guests, with the reason of each. */
export function ResidentDoors({ user }: { user: User }): ReactNode {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Last entries
      </Title>
      <Entries user={user} />
      <Link to="/activity" search={{ userId: user.id }}>
        All activity of {nameOfUser(user)}
      </Link>
    </Stack>
  );
}
