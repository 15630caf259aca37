import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { expectSession } from '../session-hint.ts';

/** Returns the address of a log-in that returns to a path of the console. */
export const loginAddress = (returnTo: string): string =>
  `/api/admin/auth/login?${new URLSearchParams({ returnTo }).toString()}`;

/** The sign-in page, which leads to the log-in of the person's organization. */
export function SignIn(): ReactNode {
  const here = location.pathname + location.search;
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" maw={400} w="100%">
        <Stack gap="md">
          <img src="/console/mark.svg" alt="" width="48" height="48" />
          <Title order={1} size="h2">
            Console
          </Title>
          <Text>
            Manage buildings, residents, invites and doors. Sign in with your organization’s account.
          </Text>
          <Button component="a" href={loginAddress(here)} onClick={expectSession} size="md">
            Sign in
          </Button>
        </Stack>
      </Paper>
    </Center>
  );
}
