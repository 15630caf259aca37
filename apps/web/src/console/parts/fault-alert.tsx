import { Alert, Button, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { Copy } from './copy.tsx';

/** The log-in that asks for the password again, in a window that closes itself. */
const freshLogin = `/api/admin/auth/login?${new URLSearchParams({ reauthenticate: 'true', returnTo: '/console/signed-in' }).toString()}`;

interface FaultAlertProps {
  fault: unknown;
  retry?: () => void;
}

/** Says what went wrong, with the correlation id for those who look into it. */
export function FaultAlert({ fault, retry }: FaultAlertProps): ReactNode {
  const problem = fault instanceof ApiProblem ? fault : null;
  const fields = Object.entries(problem?.fields ?? {});
  return (
    <Alert color="red" variant="outline" title="That did not work" role="alert">
      <Text size="sm">{problem?.message ?? 'This page has a fault. Load it again.'}</Text>
      {fields.map(([path, message]) => (
        <Text key={path} size="sm">
          <b>{path}</b>: {message}
        </Text>
      ))}
      <Group gap="xs" mt="xs">
        {problem?.correlationId && (
          <>
            <Code>{problem.correlationId}</Code>
            <Copy value={problem.correlationId} what="correlation id" />
          </>
        )}
        {problem?.code === 'login_too_old' && (
          <Button component="a" size="compact-sm" href={freshLogin} target="_blank" rel="opener">
            Sign in again, then repeat this
          </Button>
        )}
        {retry && (
          <Button variant="default" size="compact-sm" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
