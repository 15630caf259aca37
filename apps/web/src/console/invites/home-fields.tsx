import type { ReactNode } from 'react';
import { BuildingSelect } from '../buildings/building-select.tsx';
import type { FieldProblems } from '../parts/create-dialog.tsx';
import { UnitField } from './unit-field.tsx';
import { UnitNote } from './unit-note.tsx';
import type { Home } from './use-home.ts';

interface HomeFieldsProps {
  home: Home;
  problems: FieldProblems;
}

/** The fields for building and unit. The unit's field also accepts both, and then sets the building. */
export function HomeFields({ home, problems }: HomeFieldsProps): ReactNode {
  const { text, propertyId, matches } = home;
  const isProblemSolved = matches.unit !== null || home.isNew;
  return (
    <>
      <BuildingSelect
        name="propertyId"
        label="Building"
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
    </>
  );
}
