import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchState } from './use-search-state.ts';

/** An entity that the filter offers. */
export interface Choice {
  value: string;
  label: string;
}

interface PickFilterProps {
  label: string;
  /** The parameter of the address. */
  name: string;
  /** Finds the first entities by the beginning of a name, or the ones with some ids. */
  find: (query: { q?: string; ids?: string }, signal: AbortSignal) => Promise<Choice[]>;
  /** The text of a list before anything is typed, if `find` returns nothing then. */
  hint?: string;
}

/** Chooses an entity by the beginning of its name. */
export function PickFilter({ label, name, find, hint }: PickFilterProps): ReactNode {
  const { search, filter } = useSearchState();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  const [isOpened, setOpened] = useState(false);
  const value = search[name];
  const { data: chosen = [] } = useQuery({
    queryKey: ['pick', name, 'one', value],
    queryFn: ({ signal }) => find({ ids: value ?? '' }, signal),
    enabled: value !== undefined,
  });
  const q = chosen.some((choice) => choice.label === settled) ? '' : settled;
  const { data: found = [] } = useQuery({
    queryKey: ['pick', name, q],
    queryFn: ({ signal }) => find(q === '' ? {} : { q }, signal),
    enabled: isOpened,
  });
  return (
    <Select
      label={label}
      placeholder="All"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={[...chosen, ...found.filter((choice) => choice.value !== value)]}
      filter={({ options }) => options}
      value={value ?? null}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      onChange={(next) => filter({ [name]: next ?? undefined })}
      nothingFoundMessage={(q === '' && hint) || 'Nothing has this name'}
    />
  );
}
