import type { ReactNode } from 'react';
import { Confirm } from '../parts/confirm.tsx';
import { enabledStatus, nameOfUser, type User } from './describe-user.ts';
import { saveUser } from './save-user.ts';

const setStatus = (row: User, status: 'ACTIVE' | 'INVITED' | 'DISABLED'): Promise<User> =>
  saveUser({ row, body: { status }, ifMatch: `"${row.version}"` });

interface DisableProps {
  user: User;
  /** The effects of disabling the person. */
  children: ReactNode;
}

/** Blocks the sign-in of a person, or allows it again. */
export function Disable({ user, children }: DisableProps): ReactNode {
  const name = nameOfUser(user);
  if (user.status === 'FORMER') return null;
  if (user.status === 'DISABLED') {
    return (
      <Confirm
        key="enable"
        label="Enable"
        title={`Enable ${name}`}
        act={() => setStatus(user, enabledStatus(user))}
        said={`${name} can sign in again.`}
        isHarmless
      >
        The person can sign in again. Former sessions stay ended.
      </Confirm>
    );
  }
  return (
    <Confirm
      key="disable"
      label="Disable"
      title={`Disable ${name}`}
      act={() => setStatus(user, 'DISABLED')}
      said={`${name} is disabled.`}
    >
      {children}
    </Confirm>
  );
}
