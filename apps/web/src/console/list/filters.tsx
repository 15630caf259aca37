import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BuildingSelect } from '../buildings/building-select.tsx';
import { choicesOf } from '../parts/choices.ts';
import { useSearchState } from './use-search-state.ts';

/** A search field that writes its text to the address. */
export function SearchFilter({ label }: { label: string }): ReactNode {
  const { search, filter } = useSearchState();
  const q = search['q'] ?? '';
  const [text, setText] = useState(q);
  /** Texts that are not in the address yet, the oldest first. */
  const applied = useRef<string[]>([]);
  const apply = useDebouncedCallback((typed: string) => {
    const next = typed.trim();
    if (next === (applied.current.at(-1) ?? q)) return;
    applied.current.push(next);
    filter({ q: next || undefined });
  }, 250);
  useEffect(() => {
    const place = applied.current.lastIndexOf(q);
    applied.current = applied.current.slice(place + 1);
    // The address changed otherwise, such as by the button that clears the filters.
    if (place < 0) {
      applied.current = [];
      setText(q);
    }
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
  /** Labels by value. */
  words: Readonly<Record<string, string>>;
}

/** Chooses one value of a filter, or all. */
export function ChoiceFilter({ label, name, words }: ChoiceFilterProps): ReactNode {
  const { search, filter } = useSearchState();
  return (
    <NativeSelect
      label={label}
      value={search[name] ?? ''}
      data={[{ value: '', label: 'All' }, ...choicesOf(words)]}
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

/** A filter that applies once the field is left or Enter is pressed. */
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
