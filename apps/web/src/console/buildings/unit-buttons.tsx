import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../session.tsx';
import { AddUnits } from './add-units.tsx';
import { NewUnit } from './new-unit.tsx';

/** The buttons that add units to a building, for people who may add them. */
export function UnitButtons({ propertyId }: { propertyId: string }): ReactNode {
  const may = useMay();
  if (!may('units:write')) return null;
  return (
    <Group gap="xs">
      <AddUnits propertyId={propertyId} />
      <NewUnit propertyId={propertyId} />
    </Group>
  );
}
