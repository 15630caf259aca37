import { NativeSelect, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { useProperties, useProperty } from '../list/use-properties.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';

/** Returns the building of a form: the chosen one, the preset, the page's filter, or the only building; else none. */
export function useBuildingChoice(preset?: string) {
  const { data } = useProperties();
  const { search } = useSearchState();
  const [chosen, choose] = useState<string | null>(null);
  const only = data?.total === 1 ? data.properties[0]?.id : undefined;
  return {
    propertyId: chosen ?? preset ?? search['propertyId'] ?? only ?? '',
    choose,
    known: data?.properties,
  };
}

interface BuildingSelectProps {
  /** The name of the field in its form. */
  name?: string;
  label: string;
  value: string;
  onChange: (propertyId: string) => void;
  error?: string | undefined;
  /** The label of the choice of no building, where the field offers it. */
  none?: string;
  /** Whether the browser refuses a form without a building. */
  required?: boolean;
}

interface Choice {
  value: string;
  label: string;
}

const choiceOf = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name });

const unchosen = 'Choose a building';

const hint = 'Type the beginning of its name.';

/** Chooses among more buildings than a list can show: typing narrows them down. */
function BuildingSearch({ none, onChange, ...field }: BuildingSelectProps): ReactNode {
  const { value } = field;
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, 200);
  const [isOpened, setOpened] = useState(false);
  const { data: chosen } = useProperty(value === '' ? null : value);
  const q = settled.trim() === chosen?.name || settled.trim() === none ? '' : settled.trim();
  const { data: found = [] } = useQuery({
    queryKey: ['properties', 'like', q],
    queryFn: () => {
      const query = { limit: 20, sort: 'name', ...(q !== '' && { q }) };
      return read(api.GET('/api/admin/properties', { params: { query } }));
    },
    // Buildings load only once the field is opened, so that the page draws first.
    enabled: isOpened,
    select: ({ properties }) => liveRows(properties),
  });
  const choices = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...(chosen ? [choiceOf(chosen)] : []),
    ...found.filter(({ id }) => id !== chosen?.id).map(choiceOf),
  ];
  return (
    <Select
      {...field}
      placeholder={none ?? unchosen}
      searchable
      allowDeselect={false}
      data={choices}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      onChange={(next) => onChange(next ?? '')}
      nothingFoundMessage="No building has this name"
      description={hint}
    />
  );
}

/**
 * A `BuildingSearch` that renders after the page has requested its rows. The field draws slowest of all, and
 * would delay that request.
 */
function LaterSearch(props: BuildingSelectProps): ReactNode {
  const isReady = useDeferredValue(true, false);
  if (isReady) return <BuildingSearch {...props} />;
  const { label, value, none = '', error } = props;
  return (
    <TextInput
      label={label}
      description={hint}
      value={value === '' ? none : ''}
      error={error}
      readOnly
      aria-busy
    />
  );
}

/** Returns the choices of a short list. None of several buildings is chosen before the person does. */
function choicesIn(known: ReturnType<typeof useProperties>['data'], none: string | undefined): Choice[] {
  const { properties = [], total = 0 } = known ?? {};
  const empty = none ?? (total > 1 ? unchosen : undefined);
  return [...(empty === undefined ? [] : [{ value: '', label: empty }]), ...properties.map(choiceOf)];
}

/** Chooses a building. */
export function BuildingSelect(props: BuildingSelectProps): ReactNode {
  const { none, onChange, ...field } = props;
  const { data, error, failureReason, refetch } = useProperties();
  const fault = data ? null : (error ?? failureReason);
  if (fault) return <FaultAlert fault={fault} retry={() => void refetch()} />;
  if (data && data.total > data.properties.length) return <LaterSearch {...props} />;
  if (data?.total === 0 && none === undefined) {
    return (
      <Text size="sm">
        No buildings yet. Create the first one on the page <Link to="/buildings">Buildings</Link>.
      </Text>
    );
  }
  return (
    <NativeSelect
      {...field}
      data={choicesIn(data, none)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
