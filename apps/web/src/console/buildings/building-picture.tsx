import { Group, NativeSelect, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useSearchState } from '../list/use-search-state.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useMay } from '../session.tsx';
import { askOf, questions, type Ask } from './questions.ts';
import type { Unit } from './stack-floors.ts';
import { StackingPlan } from './stacking-plan.tsx';
import { UnitButtons } from './unit-buttons.tsx';
import { UnitDrawer } from './unit-drawer.tsx';
import { useAnswers, useAsks } from './use-answers.ts';
import { useUnits } from './use-building.ts';

function ColourKey({ ask }: { ask: Ask }): ReactNode {
  const { change } = useSearchState();
  const asks = useAsks();
  const isNarrow = useMediaQuery('(max-width: 30em)');
  const choices = asks.map((value) => ({ value, label: questions[value].label }));
  const choose = (next: string): void => change({ ask: next === 'occupied' ? undefined : next });
  if (isNarrow)
    return (
      <NativeSelect
        aria-label="Colour key"
        value={ask}
        onChange={(event) => choose(event.currentTarget.value)}
        data={choices}
      />
    );
  return <SegmentedControl aria-label="Colour key" value={ask} onChange={choose} data={choices} />;
}

interface PictureProps {
  propertyId: string;
  units: readonly Unit[];
  total: number;
}

function Picture({ propertyId, units, total }: PictureProps): ReactNode {
  const { search, open } = useSearchState();
  const may = useMay();
  const ask = askOf(search['ask']);
  const { answerOf, fault, retry } = useAnswers(propertyId, ask);
  if (total === 0)
    return (
      <Text>No units yet. {may('units:write') && 'Add them with the buttons above, or import a list.'}</Text>
    );
  return (
    <>
      {fault ? <FaultAlert fault={fault} retry={retry} /> : null}
      <Paper withBorder p={{ base: 'sm', xs: 'md' }}>
        <StackingPlan units={units} ask={ask} answerOf={answerOf} open={({ id }) => open(id)} />
      </Paper>
      {units.length < total && <Text>Only the first {units.length} units are shown.</Text>}
    </>
  );
}

/** The units of a building as a picture that answers one question, and a drawer for one unit. */
export function BuildingPicture({ id }: { id: string }): ReactNode {
  const { search } = useSearchState();
  const { data, error, failureReason, refetch } = useUnits(id);
  const fault = error ?? failureReason;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <ColourKey ask={askOf(search['ask'])} />
        <UnitButtons propertyId={id} />
      </Group>
      {!data && (fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading />)}
      {data && <Picture {...data} propertyId={id} />}
      <UnitDrawer />
    </Stack>
  );
}
