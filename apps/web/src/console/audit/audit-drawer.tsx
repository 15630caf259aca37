import { Code, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { DataTable } from '../list/data-table.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { nameOfActor, outcomeWords, showValue, type AuditRecord } from './describe-record.ts';
import { Sentence } from './sentence.tsx';
import { TargetName } from './target-name.tsx';

async function loadRecord(id: string): Promise<AuditRecord> {
  const { auditRecord } = await read(api.GET('/api/admin/audit/{id}', { params: { path: { id } } }));
  return auditRecord;
}

function Changes({ record: { changes } }: { record: AuditRecord }): ReactNode {
  if (changes.length === 0) return <Text>No changed fields.</Text>;
  return (
    <DataTable
      label="Changes"
      rows={changes.map((change) => ({ ...change, id: change.path }))}
      columns={[
        { title: 'Field', show: ({ path }) => path },
        { title: 'Before', show: ({ before }) => showValue(before) },
        { title: 'After', show: ({ after }) => showValue(after) },
      ]}
    />
  );
}

function Overview({ record }: { record: AuditRecord }): ReactNode {
  const { context, denial, targets } = record;
  return (
    <Stack mt="md">
      <Text>
        <Sentence record={record} />, <Time at={record.occurredAt} />.
      </Text>
      <Facts
        rows={[
          ['Outcome', <Status key="outcome" status={record.outcome} label={outcomeWords[record.outcome]} />],
          ['Who', nameOfActor(record)],
          ['When', <Time key="when" at={record.occurredAt} isExact />],
          ...(denial ? ([['Refused', `${denial.code}: ${denial.method} ${denial.route}`]] as const) : []),
          ...(context.onBehalfOf ? ([['On behalf of', context.onBehalfOf]] as const) : []),
          ...(context.reason ? ([['Reason', context.reason]] as const) : []),
          ['From', context.ip],
          ['By', context.userAgent],
          ['Environment', context.environment],
          [
            'Correlation id',
            <Link key="correlation" to="/audit" search={{ correlationId: context.correlationId }}>
              {context.correlationId}
            </Link>,
          ],
        ]}
      />
      <Title order={3} size="h5">
        Targets
      </Title>
      {targets.map(({ type, id }) => (
        <Text key={`${type} ${id ?? ''}`}>
          {type.replaceAll('_', ' ')}{' '}
          {id !== null && (
            <Link to="/audit" search={{ targetId: id }}>
              <TargetName type={type} id={id} />
            </Link>
          )}
        </Text>
      ))}
      <Title order={3} size="h5">
        Changes
      </Title>
      <Changes record={record} />
      <Text size="sm" c="var(--soft)">
        Number {record.seq} of the chain, sealed by <Code>{record.hash.slice(0, 16)}…</Code>
      </Text>
    </Stack>
  );
}

/** One record: actor, action, time, and each field before and after. */
export function AuditDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="audit"
      path="/api/admin/audit"
      load={loadRecord}
      title={({ action }) => action}
      overview={(record) => <Overview record={record} />}
    />
  );
}
