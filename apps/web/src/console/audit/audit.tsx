import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { useSearchState, withDays, type SearchState } from '../list/use-search-state.ts';
import { Download } from '../parts/download.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { ActorFilter } from './actor-filter.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { outcomeWords, type AuditRecord } from './describe-record.ts';
import { ObjectFilter } from './object-filter.tsx';
import { Sentence } from './sentence.tsx';
import { actionWords } from './verbs.ts';
import { VerifyChain } from './verify-chain.tsx';

const source: ListSource<AuditRecord> = {
  key: 'audit',
  sort: '-seq',
  load: async (page, search) => {
    const query = { ...page, ...withDays(search) };
    const { auditRecords, total } = await read(api.GET('/api/admin/audit', { params: { query } }));
    return { rows: auditRecords, total };
  },
};

const filters = (
  <>
    <ActorFilter />
    <ObjectFilter />
    <ChoiceFilter label="Kind of change" name="action" words={actionWords} />
    <ChoiceFilter
      label="By"
      name="actorType"
      words={{
        STAFF: 'Staff',
        API_KEY: 'API keys',
        RESIDENT: 'Residents',
        WEBHOOK: 'Providers',
        SYSTEM: 'The system',
      }}
    />
    <ChoiceFilter label="Outcome" name="outcome" words={outcomeWords} />
    <TextFilter label="Correlation id" name="correlationId" />
    <TextFilter label="From day" name="from" type="date" />
    <TextFilter label="To day" name="to" type="date" />
  </>
);

function exportAs(format: 'csv' | 'ndjson', search: SearchState): Promise<Blob> {
  const query = { ...withDays(search), format };
  return read(api.GET('/api/admin/audit/export', { params: { query }, parseAs: 'blob' }));
}

function Exports(): ReactNode {
  const { filters: search } = useSearchState();
  return (
    <Group gap="xs">
      <Download label="Export CSV" name="audit.csv" load={() => exportAs('csv', search)} />
      <Download label="Export NDJSON" name="audit.ndjson" load={() => exportAs('ndjson', search)} />
    </Group>
  );
}

const views = [
  { name: 'Refused', search: { outcome: 'DENIED' } },
  { name: 'By staff', search: { actorType: 'STAFF' } },
  { name: 'By programs', search: { actorType: 'API_KEY' } },
  { name: 'By residents', search: { actorType: 'RESIDENT' } },
];

/** The audit log, with a check that no record was changed. */
export function Audit(): ReactNode {
  return (
    <ListPage
      title="Audit"
      searchFor="Search by label or name"
      lead="Changes with their actors and times. Exports use the filters below."
      filters={filters}
      views={views}
      actions={<Exports />}
      above={<VerifyChain />}
      source={source}
      empty="No audit records yet. Each change appears here with its actor."
      columns={[
        { title: 'What happened', show: (record) => <Sentence record={record} /> },
        {
          title: 'When',
          sort: { by: 'seq', first: 'desc' },
          show: ({ occurredAt }) => <Time at={occurredAt} />,
        },
        {
          title: 'Outcome',
          kind: 'state',
          show: ({ outcome }) => <Status status={outcome} label={outcomeWords[outcome]} />,
        },
        { title: 'Action', show: ({ action }) => action },
      ]}
    >
      <AuditDrawer />
    </ListPage>
  );
}
