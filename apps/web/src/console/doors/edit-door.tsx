import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { choicesOf } from '../parts/choices.ts';
import { Confirm } from '../parts/confirm.tsx';
import { textField, type EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import type { Change } from '../parts/use-edit.ts';
import { adapterWords, kindWords, type Door } from './describe-door.ts';

const { UNIT: _ofUnits, ...houseKinds } = kindWords;

const kindField: EditField<Door> = {
  name: 'kind',
  label: 'Kind',
  choices: choicesOf(houseKinds),
  read: ({ kind }) => kind,
  write: (kind) => ({ kind }),
};

const commonFields: readonly EditField<Door>[] = [
  {
    name: 'openSeconds',
    label: 'Open time, in seconds',
    type: 'number',
    read: ({ openSeconds }) => String(openSeconds),
    write: (text) => ({ openSeconds: Number(text) }),
  },
  {
    name: 'adapter',
    label: 'Connection to the controller',
    choices: choicesOf(adapterWords),
    read: ({ controller }) => controller.adapter,
    write: (adapter) => ({ controller: { adapter } }),
  },
  {
    name: 'ref',
    label: 'Controller',
    description: 'With another controller, the door has no state until its first report.',
    read: ({ controller }) => controller.ref,
    write: (ref) => ({ controller: { ref } }),
  },
];

/** Returns the fields of a door. The door of a unit keeps its kind. */
const fieldsOf = ({ kind }: Door): EditField<Door>[] => [
  textField<Door>('name', 'Name', ({ name }) => name),
  ...(kind === 'UNIT' ? [] : [kindField]),
  ...commonFields,
];

async function save({ row, body, ifMatch }: Change<Door>): Promise<Door> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  return (await read(api.PATCH('/api/admin/access-points/{id}', { params, body }))).accessPoint;
}

interface EditDoorProps {
  door: Door;
  load: (id: string) => Promise<Door>;
}

/** Changes a door, or deletes it. */
export function EditDoor({ door, load }: EditDoorProps): ReactNode {
  const { open } = useSearchState();
  const { id, name } = door;
  return (
    <Stack mt="md">
      <EditForm row={door} fields={fieldsOf(door)} load={load} save={save} said="Door saved." />
      <Group>
        <Confirm
          label="Delete door"
          title={`Delete ${name}`}
          act={() => read(api.DELETE('/api/admin/access-points/{id}', { params: { path: { id } } }))}
          said={`${name} deleted.`}
          onDone={() => open(undefined)}
        >
          Nobody can open this door here any more, and its controller key stops working. Its events remain.
        </Confirm>
      </Group>
    </Stack>
  );
}
