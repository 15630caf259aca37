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
import { useApiMutation } from '../parts/use-api-mutation.ts';

interface AssignNumberProps {
  row: Entity<'VirtualNumber'>;
}

/** Fields that choose a unit and a door of a building. */
function Targets({ propertyId }: { propertyId: string }): ReactNode {
  const { data: known, error: unitsFault } = useUnits(propertyId);
  const { data: doors = [], error: doorsFault } = useBuildingDoors(propertyId);
  const fault = unitsFault ?? doorsFault;
  return (
    <>
      {fault && <FaultAlert fault={fault} />}
      <NativeSelect
        name="unitId"
        label="Recipient"
        data={[
          { value: '', label: 'The visitor dials the unit' },
          ...(known?.units ?? []).map(({ id, label }) => ({ value: id, label: `Always ${label}` })),
        ]}
      />
      <NativeSelect
        name="accessPointId"
        label="Door to open"
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
  const action = useApiMutation(
    (form: FormData, { header }) => {
      const body = { propertyId, ...filled(form, 'unitId'), ...filled(form, 'accessPointId') };
      return read(
        api.POST('/api/admin/virtual-numbers/{id}/assign', { params: { path: { id }, header }, body }),
      );
    },
    `${sayPhone(number)} assigned.`,
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    action.mutate(new FormData(event.currentTarget), { onSuccess: close });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <BuildingSelect label="Building" required value={propertyId} onChange={choose} />
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

/** Assigns a number to a building or a unit. */
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
