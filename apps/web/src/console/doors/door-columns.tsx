import type { Column } from '../list/data-table.tsx';
import { Time } from '../parts/times.tsx';
import { kindWords, type Door } from './describe-door.ts';
import { DoorStatus } from './door-status.tsx';

/** The column with the name of a door. */
export const nameColumn: Column<Door> = { title: 'Door', show: ({ name }) => name, sort: { by: 'name' } };

/** The columns with the kind and the state of a door. */
export const stateColumns: readonly Column<Door>[] = [
  { title: 'Kind', show: ({ kind }) => kindWords[kind] },
  { title: 'State', kind: 'state', show: ({ online }) => <DoorStatus online={online} /> },
  { title: 'Last answer', show: ({ lastSeenAt }) => lastSeenAt && <Time at={lastSeenAt} /> },
];
