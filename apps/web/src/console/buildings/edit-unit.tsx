import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { EditForm, textField, type Change } from '../parts/edit-form.tsx';
import type { Unit } from './stack-floors.ts';

const fields = [
  textField<Unit>('label', 'Label', ({ label }) => label),
  textField<Unit>('floor', 'Floor', ({ floor }) => floor),
  textField<Unit>('externalId', 'External id', ({ externalId }) => externalId),
];

const save = ({ row, body, ifMatch }: Change<Unit>) =>
  read(
    api.PATCH('/api/admin/units/{id}', {
      params: { path: { id: row.id }, header: { 'If-Match': ifMatch } },
      body,
    }),
  );

interface EditUnitProps {
  unit: Unit;
  load: (id: string) => Promise<Unit>;
}

/** Changes a unit. */
export function EditUnit({ unit, load }: EditUnitProps): ReactNode {
  return (
    <Stack mt="md">
      <EditForm row={unit} fields={fields} load={load} save={save} said="The unit is saved." />
    </Stack>
  );
}
