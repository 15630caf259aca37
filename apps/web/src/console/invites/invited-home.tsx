import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { BuildingName } from '../buildings/building-name.tsx';
import type { FieldProblems } from '../parts/create-dialog.tsx';
import { useMay } from '../session.tsx';
import { HomeFields } from './home-fields.tsx';
import { useHome, type PresetHome } from './use-home.ts';

interface InvitedHomeProps {
  preset: PresetHome;
  problems: FieldProblems;
}

/** The home of an invite. A unit that does not exist is created only if the person ticks its box. */
export function InvitedHome({ preset, problems }: InvitedHomeProps): ReactNode {
  const may = useMay();
  const home = useHome(preset);
  const { matches } = home;
  return (
    <>
      <HomeFields home={home} problems={problems} />
      {home.isUnknown && may('units:write') && (
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
