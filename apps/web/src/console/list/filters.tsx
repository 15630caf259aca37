import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useProperties } from './use-properties.ts';
import { useSearchState } from './use-search-state.ts';

/** Types a search into the address. */
export function SearchFilter({ label }: { label: string }): ReactNode {
  const { search, filter } = useSearchState();
  const [text, setText] = useState(search['q'] ?? '');
  const apply = useDebouncedCallback((q: string) => filter({ q: q.trim() || undefined }), 250);
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
  const { data: properties = [] } = useProperties();
  return (
    <ChoiceFilter
      label="Building"
      name="propertyId"
      choices={properties.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

interface TextFilterProps {
  label: string;
  /** The parameter of the address. */
  name: string;
  type?: 'text' | 'date' | 'tel';
}

/** Types the whole value of a filter, which applies once the field is left or Enter is pressed. */
export function TextFilter({ label, name, type = 'text' }: TextFilterProps): ReactNode {
  const { search, filter } = useSearchState();
  const apply = (value: string): void => {
    const next = value.trim() || undefined;
    if (next !== search[name]) filter({ [name]: next });
  };
  return (
    <TextInput
      key={search[name]}
      label={label}
      type={type}
      defaultValue={search[name] ?? ''}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  );
}
