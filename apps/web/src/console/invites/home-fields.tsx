import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { BuildingName } from '../buildings/building-name.tsx';
import { BuildingSelect } from '../buildings/building-select.tsx';
import type { FieldProblems } from '../parts/create-dialog.tsx';
import { useMay } from '../session.tsx';
import { UnitField } from './unit-field.tsx';
import { UnitNote } from './unit-note.tsx';
import { useHome, type PresetHome } from './use-home.ts';

interface HomeFieldsProps {
  preset: PresetHome;
  problems: FieldProblems;
}

/**
 * The fields for building and unit. The unit's field also accepts both, and then sets the building. A unit that does not
 * exist is created only if the person ticks its box.
 */
export function HomeFields({ preset, problems }: HomeFieldsProps): ReactNode {
  const may = useMay();
  const home = useHome(preset);
  const { text, propertyId, matches, isUnknown } = home;
  const isProblemSolved = matches.unit !== null || home.isNew;
  return (
    <>
      <BuildingSelect
        name="propertyId"
        label="Building"
        {...(home.isOneOfMany && { none: 'Choose a building' })}
        value={propertyId}
        error={propertyId === '' ? problems['propertyId'] : undefined}
        onChange={home.chooseBuilding}
      />
      <UnitField
        value={text}
        description={
          matches.unit ? <UnitNote unit={matches.unit} /> : 'Or with its building: Apt 4B, Harbor.'
        }
        error={home.lack ?? (isProblemSolved ? undefined : problems['unitLabel'])}
        units={matches.units}
        hasBuildings={matches.propertyId === ''}
        onType={home.change}
        onPick={home.pick}
        onOpen={home.open}
        onLeave={() => void home.leave()}
      />
      {isUnknown && may('units:write') && (
        <Checkbox
          name="isNewUnit"
          checked={home.isNew}
          onChange={(event) => home.setNew(event.currentTarget.checked)}
          label={
            <>
              Create unit {matches.unitLabel} in <BuildingName id={matches.propertyId} />
            </>
          }
        />
      )}
    </>
  );
}
