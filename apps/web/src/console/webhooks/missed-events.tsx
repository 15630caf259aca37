import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api, type Entity } from '../api.ts';
import { countOf } from '../parts/count-of.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import type { Endpoint } from './describe-endpoint.ts';

type MissedCount = Entity<'MissedEvents'>;

/** Returns the number of missed events in words: `37 missed events`. */
const missedInWords = ({ count, complete }: Pick<MissedCount, 'count' | 'complete'>): string =>
  `${complete ? '' : 'at least '}${countOf(count, 'missed event')}`;

/** Sends the missed events since a time. */
function recover(id: string, since: string, { header }: SendOptions) {
  const options = { params: { path: { id }, header }, body: { since } };
  return read(api.POST('/api/admin/webhook-endpoints/{id}/recover', options));
}

/** The events that an endpoint has missed, with the act that sends them; nothing without any. */
export function MissedEvents({ endpoint: { id, status } }: { endpoint: Endpoint }): ReactNode {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['webhook-endpoints', 'missed', id],
    queryFn: () => read(api.GET('/api/admin/webhook-endpoints/{id}/missed', { params: { path: { id } } })),
    refetchInterval: 30_000,
  });
  const since = data?.missed.since;
  if (!data || !since) return null;
  const words = missedInWords(data.missed);
  return (
    <Alert color="yellow" variant="outline" title={`${words.charAt(0).toUpperCase()}${words.slice(1)}`}>
      The oldest one happened <Time at={since} />. Events are kept for 30 days.{' '}
      {status !== 'ACTIVE' && 'Activate the endpoint to send them.'}
      {status === 'ACTIVE' && may('webhooks:write') && (
        <div style={{ marginTop: 'var(--space-2)' }}>
          <Confirm
            isHarmless
            label="Send missed events"
            title={`Send ${words}?`}
            act={(sending) => recover(id, since, sending)}
            said="Missed events are being sent. See the attempts."
          >
            The address gets {words} now, the oldest first. Events that arrived before are not sent again.
          </Confirm>
        </div>
      )}
    </Alert>
  );
}
