import { SegmentedControl, Paper, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataTable } from '../list/data-table.tsx';
import { useProperties, usePropertyName } from '../list/use-properties.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Status } from '../parts/status.tsx';
import { floorOf, type Unit } from './stack-floors.ts';
import { StackingPlan, type Shade } from './stacking-plan.tsx';
import { UnitDrawer } from './unit-drawer.tsx';
import { useInvitedUnits, useUnits } from './use-building.ts';

interface UnitsProps {
  units: readonly Unit[];
  invited: ReadonlySet<string>;
}

function Units({ units, invited }: UnitsProps): ReactNode {
  const { search, change, open } = useSearchState();
  const shadeOf = ({ id, occupancy }: Unit): Shade => {
    if (occupancy === 'OCCUPIED') return 'occupied';
    return invited.has(id) ? 'invited' : 'vacant';
  };
  const show = ({ id }: Unit): void => open(id);
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="How to show the flats"
        value={search['view'] ?? 'picture'}
        onChange={(view) => change({ view: view === 'picture' ? undefined : view })}
        data={[
          { value: 'picture', label: 'Picture' },
          { value: 'table', label: 'Table' },
        ]}
      />
      {search['view'] === 'table' ? (
        <DataTable
          label="Flats"
          rows={units}
          open={show}
          columns={[
            { title: 'Flat', show: ({ label }) => label },
            { title: 'Floor', show: floorOf },
            { title: 'Occupancy', show: ({ occupancy }) => <Status status={occupancy} /> },
            { title: 'Invite', show: ({ id }) => (invited.has(id) ? <Status status="PENDING" /> : '–') },
          ]}
        />
      ) : (
        <Paper withBorder p="md">
          <StackingPlan units={units} shadeOf={shadeOf} open={show} />
        </Paper>
      )}
    </>
  );
}

interface FlatsProps extends UnitsProps {
  total: number;
}

function Flats({ units, total, invited }: FlatsProps): ReactNode {
  if (total === 0) {
    return <Text>No flats yet. An invite to a new label, or POST /api/admin/units, makes one.</Text>;
  }
  return (
    <>
      <Units units={units} invited={invited} />
      {units.length < total && <Text mt="sm">Only the first {units.length} flats are shown.</Text>}
    </>
  );
}

/** One building: its flats as a picture or as a table, and a flat's people beside it. */
export function Building(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const nameOf = usePropertyName();
  const { isPending } = useProperties();
  const { data, error, failureReason, refetch } = useUnits(id);
  const { data: invited = new Set<string>() } = useInvitedUnits(id);
  const fault = error ?? failureReason;
  const lead = data ? `${data.total} flats` : undefined;
  return (
    <>
      <PageHead title={isPending ? 'Building' : nameOf(id)} lead={lead} />
      {!data && (fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading />)}
      {data && <Flats {...data} invited={invited} />}
      <UnitDrawer />
    </>
  );
}
