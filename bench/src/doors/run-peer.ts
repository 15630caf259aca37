import { join } from 'node:path';
import type { RunningProgram } from '../measure/run-program.ts';
import { sendRequest } from '../measure/send-request.ts';
import { runPlainProgram } from '../system/run-plain-program.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { operationTimeoutMs, type DoorOperations } from './door-operations.ts';

/** The plain program, which opens a door of the sandbox over the system's NATS. */
export interface DoorPeer extends RunningProgram, DoorOperations {}

/** Runs the plain program on the system's mongod, in a database of its own. */
export async function runDoorPeer(system: BenchSystem): Promise<DoorPeer> {
  const program = join(import.meta.dirname, 'programs/plain-doors.ts');
  const env = { NATS_URL: system.local.natsUrl, DOOR_REF: 'bench-peer' };
  const { url, ...running } = await runPlainProgram(system, program, env);
  return {
    ...running,
    unlock: async (caller, agent) => {
      const headers = { 'x-person': `person-${caller}` };
      const request = { url: `${url}/doors/door-1/unlock`, headers, body: {} };
      return sendRequest(agent, request, operationTimeoutMs);
    },
    verify: async (caller, agent) => {
      const body = { doorId: 'door-1', pin: String(100_000 + caller) };
      return sendRequest(agent, { url: `${url}/verify`, headers: {}, body }, operationTimeoutMs);
    },
  };
}
