import type { BenchSystem } from '../system/run-system.ts';
import type { Slice } from '../writes/measure-slice.ts';
import { operations, type DoorOperations } from './door-operations.ts';
import { measureOwnDoor, measurePeerDoor } from './measure-door.ts';
import type { DoorPeer } from './run-peer.ts';

type Side = 'ours' | 'theirs' | 'theirs again';

/** The slices of a round by their title, such as `unlock, 8 callers, ours`. */
export type DoorRound = Readonly<Record<string, Slice>>;

/** Names a slice. */
export const titleOf = (operation: keyof DoorOperations, callers: number, side: Side): string =>
  `${operation}, ${callers === 1 ? '1 caller' : `${callers} callers`}, ${side}`;

/** Subjects of a measurement. */
export interface MeasuredDoors {
  system: BenchSystem;
  peer: DoorPeer;
  own: DoorOperations;
}

/** Returns the processes of a running system, and the peer. */
export const processesOf = ({ system, peer }: Pick<MeasuredDoors, 'system' | 'peer'>) => ({
  ...system.processes(),
  peer: peer.pid,
});

/** Measures each operation once at each number of callers: the peer, the system, and the peer again. */
export async function measureRound(
  measured: MeasuredDoors,
  { callerCounts, sliceMs }: { callerCounts: readonly number[]; sliceMs: number },
): Promise<DoorRound> {
  const { system, peer, own } = measured;
  const metered = { client: system.client, processes: processesOf(measured) };
  const slices: Record<string, Slice> = {};
  for (const operation of operations)
    for (const callers of callerCounts) {
      const load = { callers, durationMs: sliceMs };
      const theirs = async () => measurePeerDoor(metered, { ...load, operate: peer[operation] });
      const ours = { ...load, operate: own[operation] };
      slices[titleOf(operation, callers, 'theirs')] = await theirs();
      slices[titleOf(operation, callers, 'ours')] = await measureOwnDoor({ ...metered, system }, ours);
      slices[titleOf(operation, callers, 'theirs again')] = await theirs();
    }
  return slices;
}
