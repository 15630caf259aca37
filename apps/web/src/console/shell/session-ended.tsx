import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { noteConnection, useConnection } from '../connection.ts';
import { useEscape } from '../parts/use-escape.ts';
import { loginAddress } from './sign-in.tsx';

/**
 * A dialog over the unchanged page once the session has ended. The person signs in in a second window and
 * returns, without losing typed values.
 */
export function SessionEnded(): ReactNode {
  const isOut = useConnection() === 'signed-out';
  const cache = useQueryClient();
  // Escape must not close the layers below.
  useEscape(isOut, () => undefined);
  useEffect(() => {
    if (!isOut) return undefined;
    const look = (): void => {
      void fetch('/api/admin/auth/session').then((answer) => {
        if (!answer.ok) return undefined;
        noteConnection('open');
        return cache.invalidateQueries();
      });
    };
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [isOut, cache]);
  return (
    <Modal
      opened={isOut}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      centered
    >
      <Stack>
        <Text>Sign in again in a new window, then return to this one. Your input stays here.</Text>
        <Button
          component="a"
          href={loginAddress('/console/signed-in')}
          target="_blank"
          rel="opener"
          data-autofocus
        >
          Sign in again
        </Button>
      </Stack>
    </Modal>
  );
}

/** The last page of the second window: closes the window, or asks the person to if the browser forbids it. */
export function SignedInAgain(): ReactNode {
  useEffect(() => close(), []);
  return <Text>You are signed in. Close this window and continue in the other one.</Text>;
}
