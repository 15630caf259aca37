import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { browserOf, nameOfStaff, type StaffSession } from './describe-session.ts';

const end = ({ id }: StaffSession) =>
  read(api.DELETE('/api/admin/staff-sessions/{id}', { params: { path: { id } } }));

/** Ends a session of a member of staff. */
export function EndSession({ session }: { session: StaffSession }): ReactNode {
  const whose = `${nameOfStaff(session)}, ${browserOf(session)}`;
  return (
    <Confirm
      label="End session"
      name={`End session: ${whose}`}
      title={`End session of ${nameOfStaff(session)}`}
      act={() => end(session)}
      said="Session ended."
    >
      {session.isCurrent
        ? 'This is your own session in this browser. You must sign in again.'
        : 'The person must sign in again. Disable the person to prevent this.'}
    </Confirm>
  );
}
