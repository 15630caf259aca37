import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { momentOf, wallTimeOf } from '../../zones/zoned-time.ts';
import { api } from '../api.ts';
import { useProperty } from '../list/use-properties.ts';
import { textField, type EditField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Change } from '../parts/use-edit.ts';
import type { Pass } from './describe-pass.ts';

/** A field with a time of the building. */
const timeField = (name: 'startsAt' | 'endsAt', label: string, zone: string): EditField<Pass> => ({
  name,
  label,
  type: 'datetime-local',
  description: `Time of ${zone}.`,
  read: (pass) => wallTimeOf(Date.parse(pass[name]), zone),
  write: (text) => ({ [name]: text === '' ? null : new Date(momentOf(text, zone)).toISOString() }),
});

const fieldsIn = (zone: string): EditField<Pass>[] => [
  timeField('startsAt', 'Start', zone),
  timeField('endsAt', 'End', zone),
  { ...textField<Pass>('timeFrom', 'Daily from', ({ timeFrom }) => timeFrom), type: 'time' },
  { ...textField<Pass>('timeTo', 'to', ({ timeTo }) => timeTo), type: 'time' },
  {
    name: 'maxUses',
    label: 'Maximum uses',
    type: 'number',
    read: ({ maxUses }) => (maxUses === null ? '' : String(maxUses)),
    write: (text) => ({ maxUses: text === '' ? null : Number(text) }),
  },
];

async function save({ row, body, ifMatch }: Change<Pass>): Promise<Pass> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  return (await read(api.PATCH('/api/admin/passes/{id}', { params, body }))).pass;
}

interface EditPassProps {
  pass: Pass;
  load: (id: string) => Promise<Pass>;
}

/** Extends a pass, or corrects its hours and uses. */
export function EditPass({ pass, load }: EditPassProps): ReactNode {
  const { data: building } = useProperty(pass.propertyId);
  if (!building) return <Loading count={1} />;
  const fields = fieldsIn(building.timeZone);
  return (
    <Stack mt="md">
      <EditForm row={pass} fields={fields} load={load} save={save} said="Pass saved." />
    </Stack>
  );
}
