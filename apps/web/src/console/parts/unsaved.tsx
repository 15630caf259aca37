import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SearchState } from '../list/use-search-state.ts';
import { useIsDialogClosed, useQuestionBeforeClose } from './dialog.tsx';
import { useEscape } from './use-escape.ts';

interface Place {
  pathname: string;
  search: SearchState;
}

/** Whether a change of the address leaves a form in a drawer, in a tab or on its own page. */
const isLeft = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || ['open', 'tab'].some((name) => from.search[name] !== to.search[name]);

/**
 * Asks before the person leaves a form with unsaved input, or closes its dialog. The browser asks before the tab closes.
 */
export function Unsaved({ isTyped }: { isTyped: boolean }): ReactNode {
  const isClosed = useIsDialogClosed();
  const { status, proceed, reset } = useBlocker({
    disabled: !isTyped,
    withResolver: true,
    enableBeforeUnload: () => !isClosed(),
    shouldBlockFn: ({ current, next }) => !isClosed() && isLeft(current, next),
  });
  const [closing, setClosing] = useState<(() => void) | null>(null);
  useQuestionBeforeClose(isTyped ? (close) => setClosing(() => close) : null);
  const isAsked = status === 'blocked' || closing !== null;
  const stay = (): void => {
    setClosing(null);
    reset?.();
  };
  const leave = (): void => {
    setClosing(null);
    proceed?.();
    closing?.();
  };
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
          <Button variant="default" onClick={leave}>
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
