import { Alert, Button, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { Copy } from './copy.tsx';
import { otherProblems } from './other-problems.ts';

/** The address of a log-in that asks for the password again and then closes its window. */
const freshLogin = `/api/admin/auth/login?${new URLSearchParams({ reauthenticate: 'true', returnTo: '/console/signed-in' }).toString()}`;

interface FaultAlertProps {
  fault: unknown;
  retry?: () => void;
  /** Fields of the form that show their own errors. */
  shown?: readonly string[];
}

/** Returns the problem in one sentence. For invalid fields, it refers to the marked ones. */
function sentenceOf(problem: ApiProblem | null, isShown: boolean): string {
  if (problem === null) return 'This page failed. Reload it.';
  if (problem.code !== 'validation_failed' || Object.keys(problem.fields).length === 0)
    return problem.message;
  return isShown ? 'Correct the fields marked in red, then try again.' : 'Correct this, then try again.';
}

/** An alert with the problem, and its correlation id for support. */
export function FaultAlert({ fault, retry, shown = [] }: FaultAlertProps): ReactNode {
  const problem = fault instanceof ApiProblem ? fault : null;
  const fields = problem?.fields ?? {};
  const others = otherProblems(fields, shown);
  return (
    <Alert color="red" variant="outline" title="Request failed" role="alert">
      <Text size="sm">{sentenceOf(problem, others.length < Object.keys(fields).length)}</Text>
      {others.map(({ path, name, message }) => (
        <Text key={path} size="sm">
          <b>{name}</b>: {message}
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
            Sign in again, then retry
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
