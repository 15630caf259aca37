import { Checkbox, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { BuildingSelect, useBuildingChoice } from '../buildings/building-select.tsx';
import { useBuildingDoors } from '../buildings/use-building.ts';
import { choicesOf } from '../parts/choices.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { Loading } from '../parts/loading.tsx';
import { holdersOf, kindWords, type Pass } from './describe-pass.ts';
import { HolderFields } from './holder-fields.tsx';

const hourMs = 3_600_000;

/** Builds the request body from the form. The pass begins at the time of the request. */
function bodyOf(form: FormData, at: number) {
  const names = form.getAll('holder').flatMap((name) => (typeof name === 'string' ? name.trim() || [] : []));
  const maxUses = textOf(form, 'maxUses');
  return {
    propertyId: textOf(form, 'propertyId'),
    kind: textOf(form, 'kind') as Pass['kind'],
    accessPointIds: form.getAll('doors').filter((id) => typeof id === 'string'),
    startsAt: new Date(at).toISOString(),
    endsAt: new Date(at + Number(textOf(form, 'hours')) * hourMs).toISOString(),
    ...filled(form, 'timeFrom'),
    ...filled(form, 'timeTo'),
    ...(maxUses !== '' && { maxUses: Number(maxUses) }),
    ...(names.length > 0 && { holders: names.map((name) => ({ name })) }),
  };
}

const create = (form: FormData, { header, at }: SendOptions) =>
  read(api.POST('/api/admin/passes', { params: { header }, body: bodyOf(form, at) }));

/** The doors of a building. Unit doors are left to their residents. */
function DoorFields({ propertyId }: { propertyId: string }): ReactNode {
  const { data, error } = useBuildingDoors(propertyId);
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={1} />;
  const doors = data.filter(({ unitId }) => unitId === null);
  if (doors.length === 0) return <Text size="sm">No doors that a pass can open.</Text>;
  return (
    <Checkbox.Group label="Doors" defaultValue={doors.map(({ id }) => id)} key={propertyId}>
      <Stack gap={4} mt={4}>
        {doors.map(({ id, name }) => (
          <Checkbox key={id} name="doors" value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** The links and PINs of a new pass, shown once. */
function Ready({ pass }: { pass: Pass }): ReactNode {
  return (
    <Stack gap="sm">
      <Text>Give this to the holders. It is shown only once.</Text>
      {pass.holders.map(({ id, name, url, pin }) => (
        <Stack key={id} gap={4}>
          <Text fw={600}>{name ?? kindWords[pass.kind]}</Text>
          {pin !== null && <Text>PIN {pin}</Text>}
          {url !== null && (
            <>
              <Code block tabIndex={0} aria-label="Link">
                {url}
              </Code>
              <Copy value={url} what="link" />
            </>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

const lengths = [
  { value: '4', label: '4 hours' },
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '720', label: '30 days' },
];

function PassFields({ problems }: { problems: Readonly<Record<string, string>> }): ReactNode {
  const { propertyId, choose } = useBuildingChoice();
  return (
    <>
      <NativeSelect name="kind" label="Kind" defaultValue="VENDOR" data={choicesOf(kindWords)} />
      <HolderFields problems={problems} />
      <BuildingSelect name="propertyId" label="Building" value={propertyId} onChange={choose} />
      <DoorFields propertyId={propertyId} />
      <NativeSelect name="hours" label="Duration" defaultValue="24" data={lengths} />
      <Group grow>
        <TextInput name="timeFrom" label="Daily from" type="time" error={problems['timeFrom']} />
        <TextInput name="timeTo" label="to" type="time" error={problems['timeTo']} />
      </Group>
      <TextInput name="maxUses" label="Maximum uses" type="number" min={1} error={problems['maxUses']} />
    </>
  );
}

/** Creates a pass, and shows its link and PIN. */
export function NewPass(): ReactNode {
  return (
    <CreateDialog
      label="New pass"
      title="New pass"
      verb="Create pass"
      create={create}
      shown={['holders', 'timeFrom', 'timeTo', 'maxUses']}
      fields={(problems) => <PassFields problems={problems} />}
      result={({ pass }) => <Ready pass={pass} />}
    />
  );
}

/** A button that ends a pass before its time. */
export function EndPass({ pass }: { pass: Pass }): ReactNode {
  const name = holdersOf(pass);
  const { id } = pass;
  return (
    <Confirm
      label="End"
      name={`End the pass of ${name}`}
      title={`End the pass of ${name}`}
      act={() => read(api.DELETE('/api/admin/passes/{id}', { params: { path: { id } } }))}
      said="Pass ended."
    >
      The pass stops opening doors immediately.
    </Confirm>
  );
}
