import type { ReactNode } from 'react';
import { PendingName } from '../parts/pending-name.tsx';
import { BuildingName } from './building-name.tsx';
import { useUnit } from './home-link.tsx';

function UnitName({ id }: { id: string }): ReactNode {
  const { data, isLoading } = useUnit(id);
  if (data) return data.label;
  return isLoading ? <PendingName /> : 'Deleted unit';
}

interface PlaceNameProps {
  unitId: string | null;
  propertyId: string | null;
}

/** A unit with its building as plain text: `12A, Maple Court`. Without a unit, the building alone. */
export function PlaceName({ unitId, propertyId }: PlaceNameProps): ReactNode {
  if (unitId === null) return <BuildingName id={propertyId} />;
  return (
    <>
      <UnitName id={unitId} />, <BuildingName id={propertyId} />
    </>
  );
}
