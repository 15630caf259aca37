import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api, liveRows } from '../api.ts';
import { CallDrawer } from '../calls/call-drawer.tsx';
import { resultOf, visitorOf, type Call } from '../calls/describe-call.ts';
import { nameColumn, stateColumns } from '../doors/door-columns.tsx';
import { DoorDrawer } from '../doors/door-drawer.tsx';
import { NewDoor } from '../doors/new-door.tsx';
import { csvFrom, type CsvPath } from '../list/csv-from.ts';
import { Filters } from '../list/filter-bar.tsx';
import { ListView, type ListViewProps } from '../list/list-view.tsx';
import { inDrawer, useSearchState, type SearchState } from '../list/use-search-state.ts';
import type { ListAnswer, ListSource, PageQuery } from '../list/use-list.ts';
import { statusWords as numberStatus } from '../numbers/describe-number.ts';
import { NumberDrawer } from '../numbers/number-drawer.tsx';
import { Address } from '../parts/address.tsx';
import { Download } from '../parts/download.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { livingResidences, nameOfUser, statusWords as userStatus } from '../residents/describe-user.ts';
import { useMay } from '../session.tsx';
import { useUnit } from './home-link.tsx';
import { floorOf, type Unit } from './stack-floors.ts';
import { UnitButtons } from './unit-buttons.tsx';
import { UnitDrawer } from './unit-drawer.tsx';

/** Properties of a list in the page of a building. */
interface BuildingProps {
  id: string;
}

type Query = PageQuery & { propertyId: string; sort?: string; q?: string };

interface BuildingListProps<Row> extends Omit<ListViewProps<Row>, 'source'> {
  propertyId: string;
  sort: string;
  load: (query: Query) => Promise<ListAnswer<Row>>;
  /** The label of the search field, if the list has one. */
  searchFor?: string;
  /** A button on the right. */
  action?: ReactNode;
  /** The path of the list as CSV. */
  csv?: CsvPath;
}

/** A list of one building, with its search. Only `q` and the order of the address apply to it. */
function BuildingList<Row extends { id: string }>(props: BuildingListProps<Row>): ReactNode {
  const { propertyId, sort: own, load, searchFor, action, csv, ...view } = props;
  const { search } = useSearchState();
  const queryOf = ({ q, sort = own }: SearchState) => ({ propertyId, sort, ...(q && { q }) });
  const source: ListSource<Row> = {
    key: `${view.label} of ${propertyId}`,
    sort: own,
    load: (page, asked) => load({ ...page, ...queryOf(asked) }),
  };
  return (
    <>
      <Group justify="space-between" align="end" mb="sm">
        <Filters searchFor={searchFor} sortable={[]} sort={own}>
          {undefined}
        </Filters>
        <Group gap="xs">
          {csv && (
            <Download
              label="Export CSV"
              name={`${view.label}.csv`}
              load={() => csvFrom(csv, queryOf)(search)}
            />
          )}
          {action}
        </Group>
      </Group>
      <ListView targetOf={inDrawer} {...view} source={source} />
    </>
  );
}

/** The units of a building, by label. */
export function BuildingUnits({ id }: BuildingProps): ReactNode {
  return (
    <>
      <BuildingList<Unit>
        label="Units"
        propertyId={id}
        sort="label"
        searchFor="Search by label"
        csv="/api/admin/units"
        action={<UnitButtons propertyId={id} />}
        empty="No units yet."
        load={async (query) => {
          const { units, total } = await read(api.GET('/api/admin/units', { params: { query } }));
          return { rows: liveRows(units), total };
        }}
        columns={[
          { title: 'Unit', show: ({ label }) => label, sort: { by: 'label' } },
          { title: 'Floor', show: floorOf },
          { title: 'Dial code', show: ({ dialCode }) => dialCode },
          { title: 'Occupancy', kind: 'state', show: ({ occupancy }) => <Status status={occupancy} /> },
        ]}
      />
      <UnitDrawer />
    </>
  );
}

function UnitLabel({ id }: BuildingProps): ReactNode {
  return useUnit(id).data?.label ?? '…';
}

/** The residents of a building, with their units. A row opens the resident's page. */
export function BuildingResidents({ id }: BuildingProps): ReactNode {
  return (
    <BuildingList
      label="Residents"
      propertyId={id}
      sort="lastName"
      searchFor="Search name, e-mail, phone"
      empty="No residents yet."
      targetOf={(user) => ({ to: '/residents/$id', params: { id: user.id } })}
      load={async (query) => {
        const ofKind = { ...query, kind: 'RESIDENT' as const };
        const { users, total } = await read(api.GET('/api/admin/users', { params: { query: ofKind } }));
        return { rows: liveRows(users), total };
      }}
      columns={[
        { title: 'Name', show: nameOfUser, sort: { by: 'lastName' } },
        {
          title: 'Unit',
          show: (user) =>
            livingResidences(user)
              .filter(({ propertyId }) => propertyId === id)
              .map(({ id: residenceId, unitId }, index) => (
                <span key={residenceId}>
                  {index > 0 && ', '}
                  <UnitLabel id={unitId} />
                </span>
              )),
        },
        { title: 'E-mail', show: ({ email }) => email && <Address text={email} />, sort: { by: 'email' } },
        { title: 'Phone', show: ({ phone }) => phone && sayPhone(phone) },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={userStatus[status]} />,
        },
      ]}
    />
  );
}

/** The doors of a building, with their state. */
export function BuildingDoors({ id }: BuildingProps): ReactNode {
  const may = useMay();
  return (
    <>
      <BuildingList
        label="Doors"
        propertyId={id}
        sort="name"
        searchFor="Search by name"
        action={may('access-points:write') && <NewDoor propertyId={id} />}
        empty="No doors yet."
        load={async (query) => {
          const found = await read(api.GET('/api/admin/access-points', { params: { query } }));
          return { rows: liveRows(found.accessPoints), total: found.total };
        }}
        columns={[nameColumn, ...stateColumns]}
      />
      <DoorDrawer />
    </>
  );
}

/** The calls at a building, the newest first. */
export function BuildingCalls({ id }: BuildingProps): ReactNode {
  return (
    <>
      <BuildingList<Call>
        label="Calls"
        propertyId={id}
        sort="-startedAt"
        empty="No calls yet."
        load={async ({ q: _none, ...query }) => {
          const { calls, total } = await read(api.GET('/api/admin/calls', { params: { query } }));
          return { rows: calls, total };
        }}
        columns={[
          { title: 'Visitor', show: visitorOf },
          {
            title: 'Unit',
            show: ({ unitId }) => unitId && <UnitLabel id={unitId} />,
          },
          {
            title: 'When',
            sort: { by: 'startedAt', first: 'desc' },
            show: ({ startedAt }) => <Time at={startedAt} />,
          },
          {
            title: 'Result',
            kind: 'state',
            show: (call) => <Status status={call.outcome ?? call.status} label={resultOf(call)} />,
          },
        ]}
      />
      <CallDrawer />
    </>
  );
}

/** The phone numbers of a building. */
export function BuildingNumbers({ id }: BuildingProps): ReactNode {
  return (
    <>
      <BuildingList
        label="Numbers"
        propertyId={id}
        sort="number"
        empty="No numbers yet. Assign one on the page Numbers."
        load={async (query) => {
          const found = await read(api.GET('/api/admin/virtual-numbers', { params: { query } }));
          return { rows: found.virtualNumbers, total: found.total };
        }}
        columns={[
          { title: 'Number', show: ({ number }) => sayPhone(number), sort: { by: 'number' } },
          {
            title: 'Rings at',
            show: ({ unitId }) => (unitId === null ? 'The building' : <UnitLabel id={unitId} />),
          },
          {
            title: 'Status',
            kind: 'state',
            show: ({ status }) => <Status status={status} label={numberStatus[status]} />,
          },
        ]}
      />
      <NumberDrawer />
    </>
  );
}
