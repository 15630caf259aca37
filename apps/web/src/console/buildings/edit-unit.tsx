import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { textField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import type { Change } from '../parts/use-edit.ts';
import type { Unit } from './stack-floors.ts';

const fields = [
  textField<Unit>('label', 'Label', ({ label }) => label),
  {
    ...textField<Unit>('dialCode', 'Dial code', ({ dialCode }) => dialCode),
    description: 'The digits that visitors key in at the number of the building. One to eight.',
  },
  textField<Unit>('floor', 'Floor', ({ floor }) => floor),
  textField<Unit>('externalId', 'External id', ({ externalId }) => externalId),
];

async function save({ row, body, ifMatch }: Change<Unit>): Promise<Unit> {
  const answer = await read(
    api.PATCH('/api/admin/units/{id}', {
      params: { path: { id: row.id }, header: { 'If-Match': ifMatch } },
      body,
    }),
  );
  return answer.unit;
}

interface EditUnitProps {
  unit: Unit;
  load: (id: string) => Promise<Unit>;
}

/** Changes a unit. */
export function EditUnit({ unit, load }: EditUnitProps): ReactNode {
  return (
    <Stack mt="md">
      <EditForm row={unit} fields={fields} load={load} save={save} said="Unit saved." />
    </Stack>
  );
}
