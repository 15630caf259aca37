import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { nameOfActor } from '../audit/describe-record.ts';
import { chosenEnvironment } from '../environment.ts';
import { useMay } from '../session.tsx';
import { Copy } from './copy.tsx';
import { EntityEvents } from './entity-events.tsx';
import { Time } from './times.tsx';

interface ApiTabProps {
  /** The path of the entity, such as `/api/admin/users/user_1`. */
  path: string;
  entity: unknown;
}

/** The audit records of the entity, the newest first. */
function Trail({ id }: { id: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['audit', 'of', id],
    queryFn: () => {
      const query = { targetId: id, sort: '-seq', limit: 10 };
      return read(api.GET('/api/admin/audit', { params: { query } }));
    },
  });
  if (!data || data.total === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        Audit records:
      </Text>
      {data.auditRecords.map((record) => (
        <Text key={record.id} size="sm">
          <Link to="/audit" search={{ targetId: id, open: record.id }}>
            {record.action}
          </Link>{' '}
          by {nameOfActor(record)}, <Time at={record.occurredAt} />
        </Text>
      ))}
    </>
  );
}

/** A request that reads the same entity through the API, and its answer. */
export function ApiTab({ path, entity }: ApiTabProps): ReactNode {
  const may = useMay();
  const id = path.startsWith('/api/admin/audit/') ? '' : (path.split('/').at(-1) ?? '');
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
      {may('events:read') && <EntityEvents path={path} />}
      {may('audit:read') && id !== '' && <Trail id={id} />}
    </Stack>
  );
}
