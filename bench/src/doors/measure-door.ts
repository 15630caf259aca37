import { setTimeout as pause } from 'node:timers/promises';
import { startMeter, type MeterSubjects, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { isEventWaiting } from '../system/watch-events.ts';
import type { Slice } from '../writes/measure-slice.ts';
import { callOperations, type Operate } from './call-operations.ts';

interface DoorLoad {
  callers: number;
  durationMs: number;
  operate: Operate;
}

/** Interval and limit of the polls of the outbox, in milliseconds. */
const [lookEveryMs, timeoutMs] = [200, 60_000];

/** Measures a load of the peer. Its work is complete when it has answered. */
export async function measurePeerDoor(metered: MeterSubjects, load: DoorLoad): Promise<Slice> {
  const endMeter = await startMeter(metered);
  const result = await callOperations(load);
  return { load: result, usage: await endMeter() };
}

/**
 * Waits until every event is published, confirmed by two reads in a row.
 *
 * @returns the number of reads, which are not the system's
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
  { system, ...metered }: MeterSubjects & { system: BenchSystem },
  load: DoorLoad,
): Promise<Slice> {
  const endMeter = await startMeter(metered);
  const result = await callOperations(load);
  const asked = await waitUntilPublished(system);
  const usage: Usage = await endMeter();
  const commands = { ...usage.commands, find: (usage.commands['find'] ?? 0) - asked };
  return { load: result, usage: { ...usage, commands } };
}
