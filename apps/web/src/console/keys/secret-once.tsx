import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '../api.ts';
import { Copy } from '../parts/copy.tsx';
import { ShownSecret } from '../parts/shown-secret.tsx';

/** A readable path of each scope, for trying a key. */
const readable: Readonly<Record<string, string>> = {
  properties: 'properties',
  units: 'units',
  users: 'users',
  onboarding: 'onboarding/invites',
  imports: 'imports',
  calls: 'calls',
  'access-points': 'access-points',
  'access-events': 'access-events',
  passes: 'passes',
  devices: 'devices',
  'virtual-numbers': 'virtual-numbers',
  webhooks: 'webhook-endpoints',
  events: 'events',
  analytics: 'stats',
  audit: 'audit',
  'api-keys': 'api-keys',
  tenants: 'tenants',
};

/** Returns a request that the key may make, ready to paste. */
function curlOf(secret: string, { scopes, environments }: Entity<'NewApiKey'>): string {
  const path = readable[scopes[0]?.split(':')[0] ?? ''] ?? 'stats';
  const environment = environments[0] === undefined ? '' : ` -H 'X-Admin-Env: ${environments[0]}'`;
  return `curl -H 'Authorization: Bearer ${secret}'${environment} '${location.origin}/api/admin/${path}'`;
}

/** The secret of a new key, shown once. */
export function SecretOnce({ apiKey }: { apiKey: Entity<'NewApiKey'> }): ReactNode {
  const { secret, name } = apiKey;
  if (secret === null) {
    return <Text>The key exists, but its secret was shown before. Rotate it to get a new one.</Text>;
  }
  const curl = curlOf(secret, apiKey);
  return (
    <Stack gap="sm">
      <ShownSecret secret={secret}>The secret of {name} is shown once and not stored.</ShownSecret>
      <Text size="sm">Try it:</Text>
      <Code block tabIndex={0} aria-label="Request">
        {curl}
      </Code>
      <Group>
        <Copy value={curl} what="curl" />
      </Group>
    </Stack>
  );
}
