import { callOperations } from '../measure/call-closed-loop.ts';
import { countCallers } from '../measure/load-result.ts';
import type { RunningProgram } from '../measure/run-program.ts';
import { measureSlice, type Slice, type SliceRound } from '../measure/slice-costs.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { waitUntilPublished } from '../system/watch-events.ts';
import { operations, type DoorOperations } from './door-operations.ts';

type Side = 'ours' | 'theirs' | 'theirs again';

/** Names a slice, such as `unlock, 8 callers, ours`. */
export const titleOf = (operation: keyof DoorOperations, callers: number, side: Side): string =>
  `${operation}, ${countCallers(callers)}, ${side}`;

/** Subjects of a measurement. */
export interface MeasuredDoors {
  system: BenchSystem;
  peer: RunningProgram;
  own: DoorOperations;
  theirs: DoorOperations;
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
): Promise<SliceRound> {
  const { system, own, theirs } = measured;
  const metered = { client: system.client, processes: processesOf(measured) };
  const slices: Record<string, Slice> = {};
  for (const operation of operations)
    for (const callers of callerCounts) {
      const size = { callers, durationMs: sliceMs };
      const measurePeer = () => measureSlice(metered, () => callOperations(size, theirs[operation]));
      slices[titleOf(operation, callers, 'theirs')] = await measurePeer();
      slices[titleOf(operation, callers, 'ours')] = await measureSlice(
        metered,
        () => callOperations(size, own[operation]),
        () => waitUntilPublished(system),
      );
      slices[titleOf(operation, callers, 'theirs again')] = await measurePeer();
    }
  return slices;
}
