import { Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { chosenEnvironment } from '../environment.ts';
import { Copy } from './copy.tsx';

interface ApiTabProps {
  /** The path of the entity, such as `/api/admin/users/user_1`. */
  path: string;
  entity: unknown;
}

/** How a program reads the same: a request to paste, and the answer. */
export function ApiTab({ path, entity }: ApiTabProps): ReactNode {
  const environment = chosenEnvironment();
  const chosen = environment === null ? '' : ` -H 'X-Admin-Env: ${environment}'`;
  const curl = `curl -H "Authorization: Bearer $API_KEY"${chosen} '${location.origin}${path}'`;
  const json = JSON.stringify(entity, null, 2);
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm">Read it with an API key:</Text>
      <Code block tabIndex={0} aria-label="Request">
        {curl}
      </Code>
      <Copy value={curl} what="curl" />
      <Text size="sm" mt="sm">
        The entity:
      </Text>
      <Code block tabIndex={0} aria-label="Entity as JSON" mah={420}>
        {json}
      </Code>
      <Copy value={json} what="JSON" />
    </Stack>
  );
}
