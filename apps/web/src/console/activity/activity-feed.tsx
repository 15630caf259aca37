import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ChangeWords } from '../audit/sentence.tsx';
import { BuildingName } from '../buildings/building-name.tsx';
import { HomeLink } from '../buildings/home-link.tsx';
import { DataTable } from '../list/data-table.tsx';
import type { SearchState } from '../list/use-search-state.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useDoorName } from '../today/use-doors.ts';
import { eventOf, personOf, placeOf, reasonOf, type ActivityEntry } from './describe-activity.ts';

const pageSize = 50;

function DoorLink({ id }: { id: string }): ReactNode {
  const name = useDoorName(id);
  return (
    <Link to="/doors" search={{ open: id }}>
      {name}
    </Link>
  );
}

/** The door, unit or building of an entry; null without one. */
function whereOf({ accessPointId, unitId, propertyId }: ActivityEntry): ReactNode {
  if (accessPointId !== null)
    return (
      <>
        <DoorLink id={accessPointId} />, <BuildingName id={propertyId} />
      </>
    );
  if (unitId !== null && propertyId !== null) return <HomeLink unitId={unitId} propertyId={propertyId} />;
  return propertyId && <BuildingName id={propertyId} />;
}

/** Entries of the activity, the newest first. A button reads older ones. */
export function ActivityFeed({ query }: { query: SearchState }): ReactNode {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['activity', query],
    queryFn: ({ pageParam }) => {
      const asked = { ...query, limit: pageSize, ...(pageParam !== null && { before: pageParam }) };
      return read(api.GET('/api/admin/activity', { params: { query: asked } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={8} />;
  const rows = data.pages.flatMap(({ activity }) => activity);
  if (rows.length === 0) return <Text>No activity for these filters.</Text>;
  return (
    <>
      <DataTable
        label="Activity"
        rows={rows}
        targetOf={placeOf}
        columns={[
          {
            title: 'Event',
            show: (entry) => <Status status={entry.result ?? 'RINGING'} label={eventOf(entry)} />,
          },
          { title: 'Who', show: personOf },
          {
            title: 'Reason',
            show: (entry) => (entry.change ? <ChangeWords change={entry.change} /> : reasonOf(entry)),
          },
          { title: 'Where', show: whereOf },
          { title: 'When', show: ({ occurredAt }) => <Time at={occurredAt} /> },
        ]}
      />
      {error && <FaultAlert fault={error} />}
      {hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older entries
          </Button>
        </Group>
      )}
    </>
  );
}
