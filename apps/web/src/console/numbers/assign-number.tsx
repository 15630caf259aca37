import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api, type Entity } from '../api.ts';
import { BuildingSelect, useBuildingChoice } from '../buildings/building-select.tsx';
import { useBuildingDoors, useUnits } from '../buildings/use-building.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { filled } from '../parts/form-text.ts';
import { useAct } from '../parts/use-act.ts';

interface AssignNumberProps {
  row: Entity<'VirtualNumber'>;
}

/** The units and doors of a building to choose from. */
function Targets({ propertyId }: { propertyId: string }): ReactNode {
  const { data: known } = useUnits(propertyId);
  const { data: doors = [] } = useBuildingDoors(propertyId);
  return (
    <>
      <NativeSelect
        name="unitId"
        label="Who is rung"
        data={[
          { value: '', label: 'The visitor dials the unit' },
          ...(known?.units ?? []).map(({ id, label }) => ({ value: id, label: `Always ${label}` })),
        ]}
      />
      <NativeSelect
        name="accessPointId"
        label="The door that residents open"
        data={[
          { value: '', label: 'The only door or gate of the building' },
          ...doors.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  );
}

function AssignForm({ row: { id, number }, close }: AssignNumberProps & { close: () => void }): ReactNode {
  const { propertyId, choose } = useBuildingChoice();
  const action = useAct(
    (form: FormData, { header }) => {
      const body = { propertyId, ...filled(form, 'unitId'), ...filled(form, 'accessPointId') };
      return read(
        api.POST('/api/admin/virtual-numbers/{id}/assign', { params: { path: { id }, header }, body }),
      );
    },
    `${sayPhone(number)} rings there now.`,
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    action.mutate(new FormData(event.currentTarget), { onSuccess: close });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <BuildingSelect label="Building" value={propertyId} onChange={choose} />
        {propertyId !== '' && <Targets propertyId={propertyId} />}
        {action.error && <FaultAlert fault={action.error} />}
        <Group justify="end">
          <Button type="submit" loading={action.isPending}>
            Assign
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Chooses where a number rings. */
export function AssignNumber({ row }: AssignNumberProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-md" onClick={open}>
        Assign
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Assign ${sayPhone(row.number)}`}>
        <AssignForm row={row} close={close} />
      </Dialog>
    </>
  );
}
