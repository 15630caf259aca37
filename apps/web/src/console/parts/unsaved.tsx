import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchState } from '../list/use-search-state.ts';
import { useIsDialogClosed } from './dialog.tsx';
import { useEscape } from './use-escape.ts';

interface Place {
  pathname: string;
  search: SearchState;
}

/** Whether a form beside a list, or on a page of its own, is left by going from one address to the other. */
const isLeft = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search['open'] !== to.search['open'];

/**
 * Asks before a form is left in which something is typed that is not saved; the browser asks before the tab closes. Whoever
 * closes the dialog around is not asked.
 */
export function Unsaved({ isTyped }: { isTyped: boolean }): ReactNode {
  const isClosed = useIsDialogClosed();
  const { status, proceed, reset } = useBlocker({
    disabled: !isTyped,
    withResolver: true,
    enableBeforeUnload: () => !isClosed(),
    shouldBlockFn: ({ current, next }) => !isClosed() && isLeft(current, next),
  });
  const isAsked = status === 'blocked';
  const stay = (): void => reset?.();
  useEscape(isAsked, stay);
  return (
    <Modal
      opened={isAsked}
      onClose={stay}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Leave without saving?"
      centered
    >
      <Stack>
        <Text>What you have typed is not saved yet.</Text>
        <Group justify="end">
          <Button variant="default" onClick={proceed}>
            Leave without saving
          </Button>
          <Button onClick={stay} data-autofocus>
            Go on typing
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
