import { Alert, Button, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { Copy } from './copy.tsx';

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
        {retry && (
          <Button variant="default" size="compact-sm" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
