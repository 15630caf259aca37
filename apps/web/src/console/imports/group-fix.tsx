import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BuildingSelect } from '../buildings/building-select.tsx';
import { useProperties, useProperty } from '../list/use-properties.ts';
import { useMay } from '../session.tsx';
import type { FaultGroup } from './describe-import.ts';
import { fixBuilding, suggestedCells } from './fix-group.ts';
import type { Import } from './import-queries.ts';
import type { PendingCorrection } from './use-correction.ts';

interface GroupFixProps {
  plan: Import;
  group: FaultGroup;
  correction: PendingCorrection;
}

/** Returns the id of the building that the rows probably mean: a suggestion, the import's own, or the only one. */
function useLikelyBuilding({ propertyId }: Import, { suggestions }: FaultGroup): string | undefined {
  const { data: known } = useProperties();
  const suggested = known?.properties.find(({ name }) => name === suggestions[0]?.text)?.id;
  return suggested ?? propertyId ?? (known?.total === 1 ? known.properties[0]?.id : undefined);
}

/** Names one building for all rows that name none or an unknown one. */
function UseBuilding({ plan, group, correction }: GroupFixProps): ReactNode {
  const likely = useLikelyBuilding(plan, group);
  const [chosen, choose] = useState<string | null>(null);
  const id = chosen ?? likely ?? '';
  const { data: building } = useProperty(id === '' ? null : id);
  return (
    <Group gap="xs" align="end">
      <BuildingSelect label="Building for these rows" none="Choose" value={id} onChange={choose} />
      <Button
        variant="default"
        disabled={!building}
        loading={correction.isSending}
        onClick={() => building && correction.send(fixBuilding(plan, group, building))}
      >
        Use {building?.name ?? 'this building'}
      </Button>
    </Group>
  );
}

/** Corrects all rows of one kind of error by one press, where that is possible. */
export function GroupFix(props: GroupFixProps): ReactNode {
  const { plan, group, correction } = props;
  const may = useMay();
  const { code, suggestions } = group;
  if (code === 'unknown_property' || (code === 'missing_required' && group.field === 'property'))
    return <UseBuilding {...props} />;
  const mayCreate = code === 'unknown_unit' && !plan.options.createUnits && may('units:write');
  if (suggestions.length === 0 && !mayCreate) return null;
  return (
    <Group gap="xs">
      {suggestions.length > 0 && (
        <Button
          size="compact-md"
          variant="default"
          loading={correction.isSending}
          onClick={() => correction.send({ cells: suggestedCells(group) })}
        >
          {suggestions.length === 1 ? 'Use the suggestion' : `Use ${suggestions.length} suggestions`}
        </Button>
      )}
      {mayCreate && (
        <Button
          size="compact-md"
          variant="default"
          loading={correction.isSending}
          onClick={() => correction.send({ createUnits: true })}
        >
          Create missing units
        </Button>
      )}
    </Group>
  );
}
