import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { describeEvent, methods, reasonInWords, type DoorEvent } from '../doors/describe-door.ts';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter, ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { withDays, type SearchState } from '../list/use-search-state.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { UserName } from '../residents/user-name.tsx';
import { useDoorName } from '../today/use-doors.ts';
import { withPeriod } from './with-period.ts';

const queryOf = (search: SearchState): SearchState => withDays(withPeriod(search, Date.now()));

const source: ListSource<DoorEvent> = {
  key: 'access-events',
  csv: csvFrom('/api/admin/access-events', queryOf),
  sort: '-occurredAt',
  load: async (page, search) => {
    const query = { ...page, ...queryOf(search) };
    const { accessEvents, total } = await read(api.GET('/api/admin/access-events', { params: { query } }));
    return { rows: accessEvents, total };
  },
};

const filters = (
  <>
    <ChoiceFilter label="Period" name="period" words={{ day: 'Last 24 hours', week: 'Last 7 days' }} />
    <TextFilter label="From day" name="from" type="date" />
    <TextFilter label="To day" name="to" type="date" />
    <ChoiceFilter label="Result" name="decision" words={{ GRANTED: 'Opened', DENIED: 'Refused' }} />
    <ChoiceFilter label="Method" name="method" words={methods} />
    <BuildingFilter />
  </>
);

const views = [
  { name: 'Refused', search: { decision: 'DENIED' } },
  { name: 'Opened by staff', search: { decision: 'GRANTED', method: 'STAFF' } },
];

const subjects: Readonly<Record<DoorEvent['subject']['type'], string>> = {
  RESIDENT: 'Resident',
  STAFF: 'Staff',
  API_KEY: 'API key',
  VISITOR: 'Visitor',
};

function DoorLink({ id }: { id: string }): ReactNode {
  const name = useDoorName(id);
  return (
    <Link to="/doors" search={{ open: id }}>
      {name}
    </Link>
  );
}

function Subject({ subject: { type, id } }: Pick<DoorEvent, 'subject'>): ReactNode {
  if (type === 'RESIDENT' && id !== null) return <UserName id={id} />;
  return subjects[type];
}

/** Openings of doors, and refusals, with their reasons. */
export function Openings(): ReactNode {
  return (
    <ListPage
      title="Door openings"
      lead="Openings and refusals with person and reason."
      filters={filters}
      views={views}
      source={source}
      choose={null}
      empty="No openings yet."
      columns={[
        { title: 'Door', show: ({ accessPointId }) => <DoorLink id={accessPointId} /> },
        { title: 'Building', show: ({ propertyId }) => <BuildingName id={propertyId} /> },
        {
          title: 'Result',
          kind: 'state',
          show: (event) => <Status status={event.decision} label={describeEvent(event)} />,
        },
        { title: 'Who', show: ({ subject }) => <Subject subject={subject} /> },
        { title: 'Reason', show: ({ reason }) => reasonInWords(reason) },
        {
          title: 'When',
          sort: { by: 'occurredAt', first: 'desc' },
          show: ({ occurredAt }) => <Time at={occurredAt} />,
        },
      ]}
    />
  );
}
