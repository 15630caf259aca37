import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { BuildingSelect, useBuildingChoice } from '../buildings/building-select.tsx';
import type { FieldProblems } from '../parts/create-dialog.tsx';
import { useProperties } from '../list/use-properties.ts';
import { readHome, splitHome, type Home } from './read-home.ts';

interface HomeFieldsProps {
  target: Partial<Home>;
  problems: FieldProblems;
}

/** The fields for building and unit. The unit's field also accepts both, and then sets the building. */
export function HomeFields({ target, problems }: HomeFieldsProps): ReactNode {
  const cache = useQueryClient();
  const { propertyId, choose } = useBuildingChoice(target.propertyId);
  const [label, setLabel] = useState(target.unitLabel ?? '');
  const [lack, setLack] = useState<string | null>(null);
  const typed = useRef(label);
  const { data: known } = useProperties();
  const isFree = target.unitLabel === undefined;
  /** Sets the building once the field is left. A form that is sent earlier resolves it by itself. */
  const look = async (): Promise<void> => {
    if (!isFree || splitHome(label) === null) return;
    try {
      const home = await readHome(cache, label, propertyId);
      // A building that was added since the list was read is not among the choices yet.
      if (known?.properties.every(({ id }) => id !== home.propertyId) === true)
        await cache.invalidateQueries({ queryKey: ['properties', 'all'] });
      if (typed.current !== label) return;
      choose(home.propertyId);
      setLabel(home.unitLabel);
    } catch (fault) {
      setLack((fault instanceof ApiProblem && fault.fields['unitLabel']) || null);
    }
  };
  return (
    <>
      <BuildingSelect
        name="propertyId"
        label="Building"
        value={propertyId}
        error={problems['propertyId']}
        onChange={choose}
      />
      <TextInput
        name="unitLabel"
        label="Unit"
        placeholder="Apt 4B"
        description={isFree && 'Or with its building: Apt 4B, Harbor.'}
        required
        data-autofocus
        value={label}
        error={lack ?? problems['unitLabel']}
        onChange={(event) => {
          typed.current = event.currentTarget.value;
          setLabel(typed.current);
          setLack(null);
        }}
        onBlur={() => void look()}
      />
    </>
  );
}
