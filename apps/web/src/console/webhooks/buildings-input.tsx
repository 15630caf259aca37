import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { propertyQuery } from '../list/use-properties.ts';
import type { FieldControl } from '../parts/edit-field.ts';
import { inlineList } from '../parts/inline-list.ts';
import { useMay } from '../session.tsx';
import { idsAsText, idsIn } from './subscription.ts';

/** Buildings whose names match the typed text, at most 20. */
const useFound = (text: string) => {
  const may = useMay();
  const [q] = useDebouncedValue(text.trim(), 200);
  return useQuery({
    queryKey: ['properties', 'like', q],
    queryFn: () => {
      const query = { limit: 20, sort: 'name', ...(q !== '' && { q }) };
      return read(api.GET('/api/admin/properties', { params: { query } }));
    },
    enabled: may('properties:read'),
    select: ({ properties }) => liveRows(properties),
  });
};

/** Chooses the buildings of an endpoint by their names. None means all. */
export function BuildingsInput({ label, value, error, onType }: FieldControl): ReactNode {
  const [text, setText] = useState('');
  const ids = idsIn(value) ?? [];
  const { data: found = [] } = useFound(text);
  const chosen = useQueries({ queries: ids.map(propertyQuery) });
  const names = new Map([
    ...found.map(({ id, name }) => [id, name] as const),
    ...ids.map((id, index) => [id, chosen[index]?.data?.name ?? id] as const),
  ]);
  return (
    <MultiSelect
      label={label}
      description="Events of these buildings alone. None chosen means all buildings."
      value={ids}
      error={error}
      {...inlineList}
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      onChange={(next) => onType(idsAsText(next))}
      nothingFoundMessage="No building has this name"
      placeholder={ids.length === 0 ? 'All buildings' : undefined}
    />
  );
}
