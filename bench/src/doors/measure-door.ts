import { setTimeout as pause } from 'node:timers/promises';
import { startMeter, type Metered, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { isEventWaiting } from '../system/watch-events.ts';
import type { Slice } from '../writes/measure-slice.ts';
import { callOperations, type Operate } from './call-operations.ts';

interface DoorLoad {
  callers: number;
  durationMs: number;
  operate: Operate;
}

/** How far apart the outbox is looked at, in milliseconds, and for how long at most. */
const [lookEveryMs, timeoutMs] = [200, 60_000];

/** Measures a load of the peer, which has nothing left to do once it has answered. */
export async function measurePeerDoor(metered: Metered, load: DoorLoad): Promise<Slice> {
  const endMeter = await startMeter(metered);
  const result = await callOperations(load);
  return { load: result, usage: await endMeter() };
}

/**
 * Waits until no event waits to be published, seen twice in a row.
 *
 * @returns how many finds that has cost, which are none of the system's
 */
async function waitUntilPublished(system: BenchSystem): Promise<number> {
  const deadline = Date.now() + timeoutMs;
  let asked = 0;
  for (let seen = 0; seen < 2;) {
    if (Date.now() > deadline) throw new Error('The events of a slice are not published after a minute.');
    await pause(lookEveryMs);
    asked += 1;
    seen = (await isEventWaiting(system)) ? 0 : seen + 1;
  }
  return asked;
}

/** Measures a load of the system, up to the last event published. */
export async function measureOwnDoor(
  { system, ...metered }: Metered & { system: BenchSystem },
  load: DoorLoad,
): Promise<Slice> {
  const endMeter = await startMeter(metered);
  const result = await callOperations(load);
  const asked = await waitUntilPublished(system);
  const usage: Usage = await endMeter();
  const commands = { ...usage.commands, find: (usage.commands['find'] ?? 0) - asked };
  return { load: result, usage: { ...usage, commands } };
}
