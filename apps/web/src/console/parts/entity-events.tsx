import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Time } from './times.tsx';

/** The event types about an entity, by the collection in its path. */
const typesOf: Readonly<Record<string, string>> = {
  invites: 'invite.created,invite.dispatched,invite.accepted,invite.expired',
  users: 'resident.moved_in,resident.moved_out',
  calls: 'call.started,call.ended',
  'access-points': 'door.offline,door.online,door.held,door.forced',
  units: 'unit.unreachable',
  'api-keys': 'key.rotated,key.expiring,key.leaked',
};

const looked = 100;

const isAbout = ({ data }: Entity<'Event'>, id: string): boolean =>
  Object.values(data).some((entity: { id: string } | null) => entity?.id === id);

interface EntityEventsProps {
  /** The path of the entity, such as `/api/admin/users/user_1`. */
  path: string;
}

/** The events of an entity among the newest of its kind, as webhooks and the feed deliver them. */
export function EntityEvents({ path }: EntityEventsProps): ReactNode {
  const [collection = '', id = ''] = path.split('/').slice(-2);
  const types = typesOf[collection];
  const { data } = useQuery({
    queryKey: ['events', 'newest', types],
    queryFn: () => {
      const query = { newest: true, limit: looked, ...(types !== undefined && { types }) };
      return read(api.GET('/api/admin/events', { params: { query } }));
    },
    enabled: types !== undefined,
  });
  const events = data?.events.filter((event) => isAbout(event, id)).toReversed() ?? [];
  if (events.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        Its events, among the last {looked} of this kind:
      </Text>
      {events.map((event) => (
        <Text key={event.id} size="sm">
          <b>{event.type}</b>, <Time at={event.timestamp} />
        </Text>
      ))}
    </>
  );
}
