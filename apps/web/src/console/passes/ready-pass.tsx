import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from '../parts/copy.tsx';
import { kindWords, type Pass } from './describe-pass.ts';
import { SendPass } from './send-pass.tsx';

/** The links and PINs of a new pass, shown once. */
export function ReadyPass({ pass }: { pass: Pass }): ReactNode {
  return (
    <Stack gap="sm">
      <Text>Give this to the holders. It is shown only once.</Text>
      <SendPass pass={pass} />
      {pass.holders.map(({ id, name, url, pin }) => (
        <Stack key={id} gap={4}>
          <Text fw={600}>{name ?? kindWords[pass.kind]}</Text>
          {pin !== null && <Text>PIN {pin}</Text>}
          {url !== null && (
            <Code block tabIndex={0} aria-label="Link">
              {url}
            </Code>
          )}
          <Group gap="xs">
            {pin !== null && <Copy value={pin} what="PIN" />}
            {url !== null && <Copy value={url} what="link" />}
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}
