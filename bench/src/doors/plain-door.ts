import { join } from 'node:path';
import { requestTimeoutMs } from '../measure/call-closed-loop.ts';
import type { RunningServer } from '../measure/run-node-program.ts';
import { sendRequest } from '../measure/send-request.ts';
import { runPlainProgram } from '../system/run-plain-program.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { DoorOperations } from './door-operations.ts';

/** Runs the plain program, which opens a door of the sandbox over the system's NATS. */
export const runPlainDoors = (system: BenchSystem): Promise<RunningServer> =>
  runPlainProgram(system, join(import.meta.dirname, 'programs/plain-doors.ts'), {
    NATS_URL: system.local.natsUrl,
    DOOR_REF: 'bench-peer',
  });

/** Returns the operations of the plain program's door. */
export const plainDoor = (url: string): DoorOperations => ({
  unlock: async (caller, agent) => {
    const headers = { 'x-person': `person-${caller}` };
    return sendRequest(agent, { url: `${url}/doors/door-1/unlock`, headers, body: {} }, requestTimeoutMs);
  },
  verify: async (caller, agent) => {
    const body = { doorId: 'door-1', pin: String(100_000 + caller) };
    return sendRequest(agent, { url: `${url}/verify`, headers: {}, body }, requestTimeoutMs);
  },
});
