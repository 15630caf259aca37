import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { DataTable } from '../list/data-table.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useMay } from '../session.tsx';
import { AttemptDetails } from './attempt-details.tsx';
import { eventWords, type Endpoint } from './describe-endpoint.ts';

type Attempt = Entity<'WebhookAttempt'>;

/** Sends an event to an endpoint again; one event at a time. */
function useResend(id: string) {
  const resend = useApiMutation((eventId: string, { header }) => {
    const options = { params: { path: { id }, header }, body: { eventId } };
    return read(api.POST('/api/admin/webhook-endpoints/{id}/resend', options));
  }, 'Event sent again.');
  const buttonOf = ({ eventId, status }: Attempt): ReactNode =>
    status === 'PENDING' ? null : (
      <Button
        size="compact-sm"
        variant="default"
        loading={resend.isPending && resend.variables === eventId}
        disabled={resend.isPending}
        onClick={() => resend.mutate(eventId)}
      >
        Send again
      </Button>
    );
  return { fault: resend.error, buttonOf };
}

/** The last attempts to deliver to an endpoint, with the answers. */
export function Attempts({ endpoint: { id, status: state } }: { endpoint: Endpoint }): ReactNode {
  const may = useMay();
  const maySend = may('webhooks:write') && state === 'ACTIVE';
  const { fault, buttonOf } = useResend(id);
  const [opened, setOpened] = useState<Attempt | null>(null);
  const { data, error } = useQuery({
    queryKey: ['webhook-endpoints', 'attempts', id],
    queryFn: () => {
      const params = { path: { id }, query: { limit: 25 } };
      return read(api.GET('/api/admin/webhook-endpoints/{id}/attempts', { params }));
    },
    refetchInterval: 5000,
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={4} />;
  if (data.total === 0) {
    return <Text mt="md">No attempts yet. {maySend && 'Send a test.'}</Text>;
  }
  return (
    <Stack mt="md">
      {fault && <FaultAlert fault={fault} />}
      <DataTable
        label="Attempts"
        rows={data.attempts}
        open={setOpened}
        columns={[
          { title: 'Event', show: ({ type, number }) => `${eventWords[type]}, attempt ${number}` },
          { title: 'When', show: ({ at, nextAt }) => <Time at={at ?? nextAt} /> },
          { title: 'Result', kind: 'state', show: ({ status }) => <Status status={status} /> },
          { title: 'Answer', show: ({ responseStatus, error: reason }) => responseStatus ?? reason },
          { title: 'Resend', kind: 'plain', show: (attempt) => (maySend ? buttonOf(attempt) : null) },
        ]}
      />
      <AttemptDetails
        attempt={data.attempts.find(({ id: one }) => one === opened?.id) ?? opened}
        close={() => setOpened(null)}
      />
    </Stack>
  );
}
