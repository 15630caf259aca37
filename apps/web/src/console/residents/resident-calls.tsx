import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { PlaceName } from '../buildings/place-name.tsx';
import { resultOf, visitorOf, type Call } from '../calls/describe-call.ts';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';

const callsOf = (userId: string): ListSource<Call> => ({
  key: `calls of ${userId}`,
  load: async (page) => {
    const query = { userId, ...page };
    const { calls, total } = await read(api.GET('/api/admin/calls', { params: { query } }));
    return { rows: calls, total };
  },
});

/** The calls that had a resident among their legs, the newest first. */
export function ResidentCalls({ userId }: { userId: string }): ReactNode {
  return (
    <ListView
      label="Calls"
      source={callsOf(userId)}
      empty="No calls for this resident yet."
      targetOf={({ id }) => ({ to: '/calls', search: { open: id } })}
      columns={[
        { title: 'Visitor', show: visitorOf },
        { title: 'Home', show: (call) => call.propertyId && <PlaceName {...call} /> },
        { title: 'When', show: ({ startedAt }) => <Time at={startedAt} /> },
        {
          title: 'Result',
          kind: 'state',
          show: (call) => <Status status={call.outcome ?? call.status} label={resultOf(call)} />,
        },
      ]}
    />
  );
}
