import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows, type Entity } from '../api.ts';
import { Time } from '../parts/times.tsx';
import { AttentionItem, shown } from './attention-item.tsx';
import { isInTrouble } from './is-in-trouble.ts';
import { useSeen } from './use-seen.ts';

type Endpoint = Entity<'WebhookEndpoint'>;

/** The page size. A company may have fewer endpoints, so one request reads all. */
const limit = 200;

/** The state of the deliveries to an endpoint. */
function Trouble({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === 'DISABLED')
    return disabledReason === 'GONE'
      ? 'stopped: the address is gone'
      : 'stopped: it has failed for five days';
  return (
    <>
      failing since <Time at={failingSince} />
    </>
  );
}

/** The webhook endpoints whose deliveries fail now, or were stopped because they failed. */
export function FailingEndpoints(): ReactNode {
  const seen = useSeen();
  const asked = useQuery({
    queryKey: ['webhook-endpoints', 'in trouble'],
    queryFn: () => read(api.GET('/api/admin/webhook-endpoints', { params: { query: { limit } } })),
    enabled: seen.isSeen,
    refetchInterval: 60_000,
    select: ({ webhookEndpoints }) => {
      const rows = liveRows(webhookEndpoints).filter(isInTrouble);
      return { rows: rows.slice(0, shown), total: rows.length };
    },
  });
  return (
    <AttentionItem
      seen={seen}
      title="Failing webhooks"
      fine="No endpoint fails now."
      asked={asked}
      keyOf={({ id }) => id}
      linkOf={({ id, url, description }) => (
        <Link to="/webhooks" search={{ open: id }}>
          {description ?? url}
        </Link>
      )}
      noteOf={(endpoint) => <Trouble endpoint={endpoint} />}
      all={(total) => <Link to="/webhooks">All {total} failing webhooks</Link>}
    />
  );
}
