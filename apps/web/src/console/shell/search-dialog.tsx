import { NavLink, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { BuildingName } from '../buildings/building-name.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useMay } from '../session.tsx';
import { findEverywhere, type FindGroup } from './find-everywhere.ts';
import type { Find } from './search-sources.ts';

const pauseMs = 200;

function Note({ find: { note, propertyId } }: { find: Find }): ReactNode {
  if (propertyId === undefined || propertyId === null) return note;
  return (
    <>
      {note}
      {note !== '' && ', '}
      <BuildingName id={propertyId} />
    </>
  );
}

interface FindsProps {
  groups: readonly FindGroup[];
  go: (find: Find) => void;
}

function Finds({ groups, go }: FindsProps): ReactNode {
  return (
    <nav aria-label="Found">
      {groups.map(({ title, finds }) => (
        <div key={title} role="group" aria-label={title}>
          <Title order={3} size="xs" c="var(--soft)" mt="xs" px="sm">
            {title}
          </Title>
          {finds.map((find) => (
            <NavLink
              key={find.key}
              component="button"
              label={find.name}
              description={<Note find={find} />}
              onClick={() => go(find)}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}

/** Moves the focus between the field and the results. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, nav button')];
  const here = stops.findIndex((stop) => stop === document.activeElement);
  stops[Math.max(0, here + by)]?.focus();
}

/** Searches once typing pauses. The answer is always that of the current text, never of an earlier one. */
function useFinds(text: string) {
  const may = useMay();
  const queries = useQueryClient();
  const current = useRef<string | null>(text);
  useEffect(() => {
    current.current = text;
    return () => {
      current.current = null;
    };
  }, [text]);
  const [settled] = useDebouncedValue(text, pauseMs);
  const searchOf = (wanted: string) => ({
    queryKey: ['search', wanted],
    queryFn: ({ signal }: { signal: AbortSignal }) => findEverywhere(wanted, may, signal),
    staleTime: 5000,
    retry: false,
  });
  const { data, error, isFetching } = useQuery(searchOf(settled));
  /** Returns the first result of the current text; null if the text changes or the search closes before the answer. */
  const findFirst = async (): Promise<Find | null> => {
    const { groups } = await queries.fetchQuery(searchOf(text));
    return current.current === text ? (groups[0]?.finds[0] ?? null) : null;
  };
  return { answer: data, error, isPending: isFetching || settled !== text, findFirst };
}

/** The field and the results of the search. */
export function SearchDialog({ close }: { close: () => void }): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { answer, error, isPending, findFirst } = useFinds(text);
  const go = ({ to, params, search }: Find): void => {
    close();
    void navigate({ to, params, search });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The page shows a failure of the same search.
    void findFirst().then(
      (first) => first && go(first),
      () => undefined,
    );
  };
  return (
    <Stack onKeyDown={step}>
      <TextInput
        type="search"
        aria-label="Search residents, units, buildings, doors, passes, invites, numbers, keys, pages and actions"
        placeholder="Name, e-mail, unit, phone, page or action"
        value={typed}
        data-autofocus
        // The module may arrive after the dialog has opened.
        autoFocus
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error && !isPending && <FaultAlert fault={error} />}
      {answer?.isPartial && !isPending && <Text role="status">Some results are missing. Try again.</Text>}
      {answer?.groups.length === 0 && !isPending && (
        <Text role="status">
          No results. Try the beginning of a name, an e-mail address, a unit or a phone number.
        </Text>
      )}
      <Finds groups={answer?.groups ?? []} go={go} />
    </Stack>
  );
}
