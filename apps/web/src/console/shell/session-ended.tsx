import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { noteConnection, useConnection } from '../connection.ts';
import { useEscape } from '../parts/use-escape.ts';
import { loginAddress } from './sign-in.tsx';

/**
 * Says that the session has ended, over the page that stays as it is: the person signs in in a second window, comes
 * back, and nothing that was typed is lost.
 */
export function SessionEnded(): ReactNode {
  const isOut = useConnection() === 'signed-out';
  const cache = useQueryClient();
  // What lies below stays as it is.
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
        <Text>
          Sign in again in a new window, then come back to this one. What you have typed here stays as it is.
        </Text>
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

/** Where the second window ends: it closes itself, or says what to do where the browser does not let it. */
export function SignedInAgain(): ReactNode {
  useEffect(() => close(), []);
  return <Text>You are signed in. Close this window and go on in the other one.</Text>;
}
