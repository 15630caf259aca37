import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { Status } from './status.tsx';

interface CheckListProps {
  checks: readonly { name: string; ok: boolean; words: string }[];
}

/** A list of checks, each with its result in words and colour. */
export function CheckList({ checks }: CheckListProps): ReactNode {
  return (
    <List size="sm" listStyleType="none" spacing={6}>
      {checks.map(({ name, ok, words }) => (
        <List.Item key={name} icon={<Status status={ok ? 'SUCCESS' : 'FAILED'} label={ok ? 'yes' : 'no'} />}>
          {words}
        </List.Item>
      ))}
    </List>
  );
}
