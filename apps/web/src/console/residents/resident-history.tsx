import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { outcomeWords, type AuditRecord } from '../audit/describe-record.ts';
import { Sentence } from '../audit/sentence.tsx';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';

const recordsOf = (targetId: string): ListSource<AuditRecord> => ({
  key: `audit of ${targetId}`,
  sort: '-seq',
  load: async (page) => {
    const query = { targetId, sort: '-seq', ...page };
    const { auditRecords, total } = await read(api.GET('/api/admin/audit', { params: { query } }));
    return { rows: auditRecords, total };
  },
});

/** The audit records about a resident, the newest first. */
export function ResidentHistory({ userId }: { userId: string }): ReactNode {
  return (
    <ListView
      label="History"
      source={recordsOf(userId)}
      empty="No changes recorded yet."
      targetOf={({ id }) => ({ to: '/audit', search: { targetId: userId, open: id } })}
      columns={[
        { title: 'What happened', show: (record) => <Sentence record={record} /> },
        { title: 'When', show: ({ occurredAt }) => <Time at={occurredAt} /> },
        {
          title: 'Outcome',
          kind: 'state',
          show: ({ outcome }) => <Status status={outcome} label={outcomeWords[outcome]} />,
        },
      ]}
    />
  );
}
