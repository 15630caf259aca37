import type { ReactNode } from 'react';
import { Status } from '../parts/status.tsx';

/** The state of a door's controller: online, offline, or not reported yet. */
export function DoorStatus({ online }: { online: boolean | null }): ReactNode {
  if (online === null) return <Status status="not reported yet" />;
  return <Status status={online ? 'online' : 'offline'} />;
}
