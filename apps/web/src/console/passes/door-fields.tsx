import { Checkbox, MultiSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBuildingDoors } from '../buildings/use-building.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';

/** Unit doors that a search shows at once. */
const shownDoors = 20;

/** The doors of a building, all selected, and the doors of its units, found by their names. */
export function DoorFields({ propertyId }: { propertyId: string }): ReactNode {
  const { data, error, failureReason, refetch } = useBuildingDoors(propertyId);
  if (propertyId === '') return null;
  if (!data) {
    const fault = error ?? failureReason;
    return fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={1} />;
  }
  if (data.length === 0) return <Text size="sm">No doors that a pass can open.</Text>;
  const shared = data.filter(({ unitId }) => unitId === null);
  const ofUnits = data.filter(({ unitId }) => unitId !== null);
  return (
    <Stack gap="sm" key={propertyId}>
      {shared.length > 0 && (
        <Checkbox.Group label="Doors" defaultValue={shared.map(({ id }) => id)}>
          <Stack gap={4} mt={4}>
            {shared.map(({ id, name }) => (
              <Checkbox key={id} name="doors" value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {ofUnits.length > 0 && (
        <MultiSelect
          name="unitDoors"
          label="Unit doors"
          placeholder="Search by door"
          searchable
          limit={shownDoors}
          maxValues={20}
          data={ofUnits.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage="No matches"
        />
      )}
    </Stack>
  );
}
