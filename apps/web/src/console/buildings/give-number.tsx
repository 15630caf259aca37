import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { textOf } from '../parts/form-text.ts';
import { Loading } from '../parts/loading.tsx';
import type { Unit } from './stack-floors.ts';

function FreeNumbers({ error: problem }: { error: string | undefined }): ReactNode {
  const { data } = useQuery({
    queryKey: ['virtual-numbers', 'free'],
    queryFn: () => {
      const query = { status: 'AVAILABLE' as const, limit: 200, sort: 'number' };
      return read(api.GET('/api/admin/virtual-numbers', { params: { query } }));
    },
  });
  if (!data) return <Loading count={1} />;
  if (data.total === 0) return <Text>No free numbers. Add one on the page Numbers first.</Text>;
  return (
    <NativeSelect
      name="number"
      label="Free number"
      required
      error={problem}
      data={data.virtualNumbers.map(({ id, number }) => ({ value: id, label: sayPhone(number) }))}
    />
  );
}

/** Assigns a number to one unit. */
export function GiveNumber({ unit: { id: unitId, propertyId, label } }: { unit: Unit }): ReactNode {
  return (
    <CreateDialog
      label="Assign a number"
      title={`Assign a number to ${label}`}
      verb="Assign"
      isSmall
      create={(form, { header }) => {
        const params = { path: { id: textOf(form, 'number') }, header };
        const body = { propertyId, unitId };
        return read(api.POST('/api/admin/virtual-numbers/{id}/assign', { params, body }));
      }}
      said={({ virtualNumber }) => `${sayPhone(virtualNumber.number)} now rings ${label}.`}
      shown={['id']}
      fields={(problems) => <FreeNumbers error={problems['id']} />}
    />
  );
}
