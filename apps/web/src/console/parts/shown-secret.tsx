import { Alert, Code, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from './copy.tsx';
import { useShownOnce } from './dialog.tsx';

interface ShownSecretProps {
  secret: string;
  /** The purpose of the secret. */
  children: ReactNode;
}

/** A secret that is shown once, with a button that copies it. */
export function ShownSecret({ secret, children }: ShownSecretProps): ReactNode {
  useShownOnce(true);
  return (
    <Stack gap="sm">
      <Alert color="brand" variant="outline" title="Copy it now">
        {children}
      </Alert>
      <Code block tabIndex={0} aria-label="Secret">
        {secret}
      </Code>
      <Group>
        <Copy value={secret} what="secret" />
      </Group>
    </Stack>
  );
}
