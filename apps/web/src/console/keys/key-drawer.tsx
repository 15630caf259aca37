import { Group, List, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { BuildingNames } from '../buildings/building-name.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { countOf } from '../parts/count-of.ts';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { statusWords, type ApiKey } from './describe-key.ts';
import { KeyUsage } from './key-usage.tsx';
import { RotateKey } from './rotate-key.tsx';
import { describeScopes } from './scopes.ts';

async function loadKey(id: string): Promise<ApiKey> {
  const { apiKey } = await read(api.GET('/api/admin/api-keys/{id}', { params: { path: { id } } }));
  return apiKey;
}

const revoke = ({ id }: ApiKey, { header }: SendOptions) =>
  read(api.POST('/api/admin/api-keys/{id}/revoke', { params: { path: { id }, header } }));

function Actions({ apiKey }: { apiKey: ApiKey }): ReactNode {
  const may = useMay();
  const { name, status } = apiKey;
  if (!may('api-keys:write') || (status !== 'ACTIVE' && status !== 'ROTATING')) return null;
  return (
    <Group gap="xs">
      <RotateKey apiKey={apiKey} />
      <Confirm
        label="Revoke"
        title={`Revoke ${name}`}
        act={(sending) => revoke(apiKey, sending)}
        said={`${name} revoked.`}
      >
        The API refuses this key within a second. This cannot be undone.
      </Confirm>
    </Group>
  );
}

/** The report of a leak. Its address is text: nobody has checked it. */
const leakFacts = ({ leakSource, leakUrl }: ApiKey, leakedAt: string) =>
  [
    ['Reported leaked on', <Time key="leak" at={leakedAt} />],
    ['Reported by', leakSource ?? 'Unknown'],
    ['Found at', leakUrl ?? 'Unknown'],
  ] as const;

function Overview({ apiKey }: { apiKey: ApiKey }): ReactNode {
  const { propertyIds, rateLimit, graceUntil, revokedAt, leakedAt } = apiKey;
  return (
    <Stack mt="md">
      <Actions apiKey={apiKey} />
      <Facts
        rows={[
          ['Status', <Status key="status" status={apiKey.status} label={statusWords[apiKey.status]} />],
          ['Key', `${apiKey.prefix}…${apiKey.last4}`],
          ['Environments', apiKey.environments.join(', ')],
          ['Buildings', propertyIds === null ? 'All' : <BuildingNames key="buildings" ids={propertyIds} />],
          [
            'Limit',
            `${countOf(rateLimit.limit, 'request')} in ${countOf(rateLimit.windowSeconds, 'second')}`,
          ],
          ['Expires', <Time key="expires" at={apiKey.expiresAt} />],
          ...(graceUntil === null ? [] : [['Works until', <Time key="grace" at={graceUntil} />] as const]),
          ['Created by', apiKey.createdBy.name],
          ...(revokedAt === null ? [] : [['Revoked', <Time key="revoked" at={revokedAt} />] as const]),
          ...(leakedAt === null ? [] : leakFacts(apiKey, leakedAt)),
        ]}
      />
      <Title order={3} size="h5">
        Permissions
      </Title>
      <List>
        {describeScopes(apiKey.scopes).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** One key: its permissions, usage and actions. */
export function KeyDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="api-keys"
      path="/api/admin/api-keys"
      load={loadKey}
      title={({ name }) => name}
      overview={(apiKey) => <Overview apiKey={apiKey} />}
      tabs={{ Usage: ({ id }) => <KeyUsage id={id} /> }}
    />
  );
}
