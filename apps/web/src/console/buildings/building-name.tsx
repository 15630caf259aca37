import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProperty } from '../list/use-properties.ts';
import { PendingName } from '../parts/pending-name.tsx';

/** The name of a building by its id; a dash where there is none. */
export function BuildingName({ id }: { id: string | null }): ReactNode {
  const { data, error } = useProperty(id);
  if (id === null) return '–';
  if (data) return data.name;
  if (!error) return <PendingName />;
  return (
    <Text span c="var(--soft)" title={id}>
      Deleted building
    </Text>
  );
}

/** The names of buildings, one after the other; a dash where there is none. */
export function BuildingNames({ ids }: { ids: readonly string[] }): ReactNode {
  if (ids.length === 0) return '–';
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <BuildingName id={id} />
    </span>
  ));
}
