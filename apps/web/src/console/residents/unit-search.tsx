import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';

interface UnitSearchProps {
  propertyId: string;
  value: string | null;
  onChange: (unitId: string | null) => void;
}

/** Chooses a unit of a building. Typing narrows down the units, of which the first 20 are shown. */
export function UnitSearch({ propertyId, value, onChange }: UnitSearchProps): ReactNode {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.split(',')[0]?.trim() ?? '', 200);
  const { data = [] } = useQuery({
    queryKey: ['units', 'like', propertyId, q],
    queryFn: () => {
      const query = { propertyId, limit: 20, sort: 'label', ...(q !== '' && { q }) };
      return read(api.GET('/api/admin/units', { params: { query } }));
    },
    enabled: propertyId !== '',
    select: ({ units }) => liveRows(units),
  });
  return (
    <Select
      label="Unit"
      searchable
      required
      data={data.map(({ id, label, occupancy }) => ({
        value: id,
        label: `${label}, ${occupancy.toLowerCase()}`,
      }))}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={value}
      onChange={onChange}
      nothingFoundMessage="No unit of this building has this label"
    />
  );
}
