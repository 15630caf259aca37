import { Group, NativeSelect, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { csvFrom } from '../list/csv-from.ts';
import { DataTable } from '../list/data-table.tsx';
import { useProperty } from '../list/use-properties.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { countOf } from '../parts/count-of.ts';
import { Download } from '../parts/download.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useMay } from '../session.tsx';
import { NewUnit } from './new-unit.tsx';
import { answerInWords, askOf, awaited, questions, type Ask } from './questions.ts';
import { floorOf, type Unit } from './stack-floors.ts';
import { StackingPlan } from './stacking-plan.tsx';
import { UnitDrawer } from './unit-drawer.tsx';
import { useAnswers, useAsks } from './use-answers.ts';
import { useUnits } from './use-building.ts';

const unitsAsCsv = csvFrom('/api/admin/units');

function Controls({ ask }: { ask: Ask }): ReactNode {
  const { search, change } = useSearchState();
  const asks = useAsks();
  const isNarrow = useMediaQuery('(max-width: 30em)');
  const choices = asks.map((value) => ({ value, label: questions[value].label }));
  const choose = (next: string): void => change({ ask: next === 'occupied' ? undefined : next });
  return (
    <Group mb="md" gap="sm">
      {isNarrow ? (
        <NativeSelect
          aria-label="Colour key"
          value={ask}
          onChange={(event) => choose(event.currentTarget.value)}
          data={choices}
        />
      ) : (
        <SegmentedControl aria-label="Colour key" value={ask} onChange={choose} data={choices} />
      )}
      <SegmentedControl
        aria-label="View of the units"
        value={search['view'] ?? 'picture'}
        onChange={(view) => change({ view: view === 'picture' ? undefined : view })}
        data={[
          { value: 'picture', label: 'Picture' },
          { value: 'table', label: 'Table' },
        ]}
      />
    </Group>
  );
}

interface UnitsProps {
  propertyId: string;
  units: readonly Unit[];
}

function Units({ propertyId, units }: UnitsProps): ReactNode {
  const { search, open } = useSearchState();
  const ask = askOf(search['ask']);
  const { answerOf, fault, retry } = useAnswers(propertyId, ask);
  const show = ({ id }: Unit): void => open(id);
  return (
    <>
      <Controls ask={ask} />
      {fault ? <FaultAlert fault={fault} retry={retry} /> : null}
      {search['view'] === 'table' ? (
        <DataTable
          label="Units"
          rows={units}
          open={show}
          columns={[
            { title: 'Unit', show: ({ label }) => label },
            { title: 'Floor', show: floorOf },
            { title: questions[ask].label, show: (unit) => answerInWords(ask, answerOf?.(unit) ?? awaited) },
          ]}
        />
      ) : (
        <Paper withBorder p={{ base: 'sm', xs: 'md' }}>
          <StackingPlan units={units} ask={ask} answerOf={answerOf} open={show} />
        </Paper>
      )}
    </>
  );
}

interface AllUnitsProps extends UnitsProps {
  total: number;
}

function AllUnits({ propertyId, units, total }: AllUnitsProps): ReactNode {
  const may = useMay();
  if (total === 0) {
    return (
      <Text>No units yet. {may('units:write') && 'Add one with the button above, or import a list.'}</Text>
    );
  }
  return (
    <Stack gap="sm">
      <Units propertyId={propertyId} units={units} />
      {units.length < total && <Text>Only the first {units.length} units are shown.</Text>}
    </Stack>
  );
}

/** The page of a building that does not exist, or not any more. */
function UnknownBuilding(): ReactNode {
  return (
    <>
      <PageHead title="Building not found" up={<Link to="/buildings">All buildings</Link>} />
      <Text>The building was deleted, or the address has a typing error.</Text>
    </>
  );
}

/** One building: its units as a picture or a table, and a drawer for one unit. */
export function Building(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const may = useMay();
  const { data: property, error: unknown } = useProperty(id);
  const { data, error, failureReason, refetch } = useUnits(id);
  const fault = error ?? failureReason;
  if (unknown instanceof ApiProblem && [404, 422].includes(unknown.status)) return <UnknownBuilding />;
  const lead = data && countOf(data.total, 'unit');
  return (
    <>
      <PageHead
        title={property?.name ?? 'Building'}
        lead={lead}
        up={<Link to="/buildings">All buildings</Link>}
      >
        <Group gap="xs">
          <Download
            label="Export CSV"
            name="units.csv"
            load={() => unitsAsCsv({ propertyId: id, sort: 'label' })}
          />
          {may('units:write') && <NewUnit propertyId={id} />}
        </Group>
      </PageHead>
      {!data && (fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading />)}
      {data && <AllUnits {...data} propertyId={id} />}
      <UnitDrawer />
    </>
  );
}
