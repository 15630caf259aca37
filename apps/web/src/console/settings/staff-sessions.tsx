import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Time } from '../parts/times.tsx';
import { browserOf, nameOfStaff, roleOf, type StaffSession } from './describe-session.ts';
import { EndSession } from './end-session.tsx';

const source: ListSource<StaffSession> = {
  key: 'staff-sessions',
  load: async (page) => {
    const { staffSessions, total } = await read(
      api.GET('/api/admin/staff-sessions', { params: { query: page } }),
    );
    return { rows: staffSessions, total };
  },
};

/** The live sessions of all staff, which owners can end. */
export function StaffSessions(): ReactNode {
  return (
    <ListView
      label="Sessions"
      source={source}
      empty="No active sessions."
      columns={[
        {
          title: 'Who',
          show: (session) => `${nameOfStaff(session)}${session.isCurrent ? ' (you, here)' : ''}`,
        },
        { title: 'Role', show: roleOf },
        { title: 'Browser', show: browserOf },
        { title: 'Address', show: ({ ip }) => ip },
        { title: 'Signed in', show: ({ createdAt }) => <Time at={createdAt} /> },
        { title: 'Last used', show: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
        { title: 'End', kind: 'plain', show: (session) => <EndSession session={session} /> },
      ]}
    />
  );
}
