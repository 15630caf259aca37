import { Button, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { CheckList } from '../parts/check-list.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { describeEvent, subjectInWords, whyInWords, type DoorEvent } from './describe-door.ts';

/** The rules of a decision in their order, each with its result. */
function Explanation({ id }: { id: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['access-events', 'why', id],
    queryFn: () => read(api.GET('/api/admin/access-events/{id}/explain', { params: { path: { id } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  return (
    <Stack mt="xs">
      <CheckList
        checks={data.explanation.rules.map(({ name, passed, message }) => ({
          name,
          ok: passed,
          words: message,
        }))}
      />
    </Stack>
  );
}

/** The person or key of an event; a resident links to the drawer. */
function Subject({ event }: { event: DoorEvent }): ReactNode {
  const { type, id } = event.subject;
  const words = subjectInWords(event);
  if (type !== 'RESIDENT' || id === null) return words;
  return (
    <Link to="/residents" search={{ open: id }}>
      {words}
    </Link>
  );
}

function Entry({ event }: { event: DoorEvent }): ReactNode {
  const [isExplained, setIsExplained] = useState(false);
  const { decision, occurredAt } = event;
  return (
    <Paper withBorder p="sm">
      <Status status={decision} label={describeEvent(event)} />
      <Text size="sm" mt={4}>
        <Subject event={event} />, <Time at={occurredAt} />: {whyInWords(event)}
      </Text>
      {isExplained ? (
        <Explanation id={event.id} />
      ) : (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => setIsExplained(true)}>
          {decision === 'DENIED' ? 'Why was this refused?' : 'Why was this allowed?'}
        </Button>
      )}
    </Paper>
  );
}

/** The last openings and refusals at a door. */
export function DoorEvents({ accessPointId }: { accessPointId: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['access-events', 'at', accessPointId],
    queryFn: () => {
      const query = { accessPointId, limit: 20, sort: '-occurredAt' };
      return read(api.GET('/api/admin/access-events', { params: { query } }));
    },
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={4} />;
  if (data.total === 0) return <Text mt="md">No events yet.</Text>;
  return (
    <Stack gap="xs" mt="md">
      {data.accessEvents.map((event) => (
        <Entry key={event.id} event={event} />
      ))}
    </Stack>
  );
}
