import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { Time } from '../parts/times.tsx';
import { beginningOf } from '../reports/describe-report.ts';
import { AttentionItem, shown } from './attention-item.tsx';

/** The newest open reports of residents. */
export function OpenReports(): ReactNode {
  const asked = useQuery({
    queryKey: ['reports', 'open'],
    queryFn: () =>
      read(api.GET('/api/admin/reports', { params: { query: { status: 'OPEN', limit: shown } } })),
    select: ({ reports, total }) => ({ rows: reports, total }),
  });
  return (
    <AttentionItem
      title="Open reports"
      fine="No open reports."
      asked={asked}
      keyOf={({ id }) => id}
      linkOf={(report) => (
        <Link to="/reports" search={{ status: 'OPEN', open: report.id }}>
          {beginningOf(report)}
        </Link>
      )}
      noteOf={({ propertyId, createdAt }) => (
        <>
          <BuildingName id={propertyId} />, <Time at={createdAt} />
        </>
      )}
      all={(total) => (
        <Link to="/reports" search={{ status: 'OPEN' }}>
          All {total} open reports
        </Link>
      )}
    />
  );
}
