import { Button, Kbd, Modal, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useEscape } from '../parts/use-escape.ts';
import { useMay } from '../session.tsx';
import classes from './layout.module.css';
import { findEverywhere, type Find } from './find-everywhere.ts';

interface FindsProps {
  text: string;
  finds: readonly Find[];
  isPending: boolean;
  go: (find: Find) => void;
}

function Finds({ text, finds, isPending, go }: FindsProps): ReactNode {
  if (finds.length === 0 && text.trim() !== '' && !isPending) {
    return (
      <Text role="status">
        No results. Try the beginning of a name, an e-mail address, a unit or a phone number.
      </Text>
    );
  }
  return (
    <nav aria-label="Found">
      {finds.map((find) => (
        <NavLink
          key={find.key}
          component="button"
          label={find.name}
          description={find.kind}
          onClick={() => go(find)}
        />
      ))}
    </nav>
  );
}

function SearchDialog({ close }: { close: () => void }): ReactNode {
  const may = useMay();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  const queries = useQueryClient();
  const searchOf = (wanted: string) => ({
    queryKey: ['search', wanted],
    queryFn: () => findEverywhere(wanted, may),
    staleTime: 5000,
  });
  const { data: finds = [], isFetching } = useQuery(searchOf(settled));
  const go = ({ to, params, search }: Find): void => {
    close();
    void navigate({ to, params, search });
  };
  /** Moves the focus between the field and the results. */
  const step = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, nav button')];
    const here = stops.findIndex((stop) => stop === document.activeElement);
    stops[Math.max(0, here + by)]?.focus();
  };
  /** Opens the first result of the current text, also while its search still runs. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    void queries.fetchQuery(searchOf(text.trim())).then(([first]) => first && go(first));
  };
  return (
    <Stack onKeyDown={step}>
      <TextInput
        type="search"
        aria-label="Search residents, units, invites, calls, pages and actions"
        placeholder="Name, e-mail, unit, phone, page or action"
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Finds text={settled} finds={finds} isPending={isFetching || settled !== text.trim()} go={go} />
    </Stack>
  );
}

/** The search for residents, units, invites, calls, pages and actions; opens with ⌘K or Ctrl K. */
export function Search(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([['mod+K', open]], []);
  useEscape(isOpen, close);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        aria-keyshortcuts="Meta+K Control+K"
        rightSection={<Kbd size="xs">⌘K</Kbd>}
        classNames={{ root: classes['fixed'] ?? '', section: classes['shortcut'] ?? '' }}
      >
        Search
      </Button>
      <Modal opened={isOpen} onClose={close} closeOnEscape={false} title="Search">
        <SearchDialog close={close} />
      </Modal>
    </>
  );
}
