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

/** Whether a change of the address leaves a form in a drawer, in a tab or on its own page. */
const isLeft = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || ['open', 'tab'].some((name) => from.search[name] !== to.search[name]);

/**
 * Asks before the person leaves a form with unsaved input; the browser asks before the tab closes. Closing
 * the surrounding dialog discards the input without a question.
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
        <Text>Your changes are not saved yet.</Text>
        <Group justify="end">
          <Button variant="default" onClick={proceed}>
            Leave without saving
          </Button>
          <Button onClick={stay} data-autofocus>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
