import { Alert, Button, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { Copy } from './copy.tsx';
import { otherProblems } from './other-problems.ts';

/** The log-in that asks for the password again, in a window that closes itself. */
const freshLogin = `/api/admin/auth/login?${new URLSearchParams({ reauthenticate: 'true', returnTo: '/console/signed-in' }).toString()}`;

interface FaultAlertProps {
  fault: unknown;
  retry?: () => void;
  /** The fields of the form that show beside themselves what is wrong with them. */
  shown?: readonly string[];
}

/** What went wrong in one sentence. Where fields are at fault, those that show it are pointed at. */
function sentenceOf(problem: ApiProblem | null, isShown: boolean): string {
  if (problem === null) return 'This page has a fault. Load it again.';
  if (problem.code !== 'validation_failed' || Object.keys(problem.fields).length === 0)
    return problem.message;
  return isShown ? 'Correct what is marked red, then try again.' : 'Correct this, then try again.';
}

/** Says what went wrong, with the correlation id for those who look into it. */
export function FaultAlert({ fault, retry, shown = [] }: FaultAlertProps): ReactNode {
  const problem = fault instanceof ApiProblem ? fault : null;
  const fields = problem?.fields ?? {};
  const others = otherProblems(fields, shown);
  return (
    <Alert color="red" variant="outline" title="That did not work" role="alert">
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
