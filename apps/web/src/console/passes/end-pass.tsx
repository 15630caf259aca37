import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { holdersOf, type Pass } from './describe-pass.ts';

/** A button that ends a pass before its time, with a reason for the record. */
export function EndPass({ pass }: { pass: Pass }): ReactNode {
  const [typed, setTyped] = useState('');
  const name = holdersOf(pass);
  const { id } = pass;
  const reason = typed.trim();
  const query = reason === '' ? {} : { reason };
  return (
    <Confirm
      label="End"
      name={`End the pass of ${name}`}
      title={`End the pass of ${name}`}
      act={() => read(api.DELETE('/api/admin/passes/{id}', { params: { path: { id }, query } }))}
      said="Pass ended."
    >
      <Text>The pass stops opening doors immediately.</Text>
      <TextInput
        mt="sm"
        label="Reason (optional)"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Confirm>
  );
}
