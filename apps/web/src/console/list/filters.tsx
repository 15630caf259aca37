import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BuildingSelect } from '../buildings/building-select.tsx';
import { useSearchState } from './use-search-state.ts';

/** Types a search into the address. */
export function SearchFilter({ label }: { label: string }): ReactNode {
  const { search, filter } = useSearchState();
  const q = search['q'] ?? '';
  const [text, setText] = useState(q);
  const applied = useRef(q);
  const apply = useDebouncedCallback((typed: string) => {
    applied.current = typed.trim();
    filter({ q: applied.current || undefined });
  }, 250);
  useEffect(() => {
    // Somebody else has changed the address, such as the button that clears the filters.
    if (q !== applied.current) setText(q);
    applied.current = q;
  }, [q]);
  return (
    <TextInput
      label={label}
      type="search"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}

interface ChoiceFilterProps {
  label: string;
  /** The parameter of the address. */
  name: string;
  choices: readonly { value: string; label: string }[];
}

/** Chooses one value of a filter, or all. */
export function ChoiceFilter({ label, name, choices }: ChoiceFilterProps): ReactNode {
  const { search, filter } = useSearchState();
  return (
    <NativeSelect
      label={label}
      value={search[name] ?? ''}
      data={[{ value: '', label: 'All' }, ...choices]}
      onChange={(event) => filter({ [name]: event.currentTarget.value || undefined })}
    />
  );
}

/** Chooses a building. */
export function BuildingFilter(): ReactNode {
  const { search, filter } = useSearchState();
  return (
    <BuildingSelect
      label="Building"
      none="All"
      value={search['propertyId'] ?? ''}
      onChange={(id) => filter({ propertyId: id || undefined })}
    />
  );
}

interface TextFilterProps {
  label: string;
  /** The parameter of the address. */
  name: string;
  type?: 'text' | 'date' | 'tel';
  placeholder?: string;
}

/** Types the whole value of a filter, which applies once the field is left or Enter is pressed. */
export function TextFilter({ name, type = 'text', ...field }: TextFilterProps): ReactNode {
  const { search, filter } = useSearchState();
  const apply = (value: string): void => {
    const next = value.trim() || undefined;
    if (next !== search[name]) filter({ [name]: next });
  };
  return (
    <TextInput
      key={search[name]}
      {...field}
      type={type}
      defaultValue={search[name] ?? ''}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  );
}
