import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import type { UnlockAttempt } from '@pas/shared/access/attempt.schema';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import { natsDoors } from '@pas/shared/access/nats-doors';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { accessPassRow, accessPointRow, testPasses } from '@pas/testing/rows';
import { asBusUser } from '@pas/testing/test-bus-users';
import { simulateDoor } from '@pas/testing/test-door';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, inject, onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { GuestPass } from '../src/resources/passes/guest-pass.schema.ts';
import { addHome, startResident } from './resident-harness.ts';

const log = createLogger({ service: 'resident', environment: 'TEST', level: 'silent' });

async function openBus(user: 'resident' | 'operator'): Promise<Bus> {
  const bus = connectBus({ url: asBusUser(inject('natsUrl'), user), name: `test-${user}`, log });
  afterAll(() => bus.close());
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  return bus;
}

/** Answer of the routes of a pass to a program. */
export interface Answer {
  pass: z.output<typeof GuestPass>;
  attempt: z.output<typeof UnlockAttempt>;
  code?: string;
  reason?: string;
}

const program = { accept: 'application/json' };
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** Returns the time `hours` from now. */
export const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
const tokenOf = (pass: AccessPassRow): string => testPasses.tokenOf(pass);

/** Returns the number of uses of a pass. */
export const usesOf = async ({ _id, tenantId }: AccessPassRow) =>
  (await AccessPassModel.findOne({ _id, tenantId }).lean())?.uses;
/** Reads the access events of a pass's tenant, oldest first. */
export const eventsOf = ({ tenantId }: AccessPassRow) =>
  AccessEventModel.find({ tenantId }).sort({ _id: 1 }).lean();

/** Starts the Resident API for a test file, with doors on the bus of the run. */
export async function startPasses() {
  const doors = createDoorCommands({ adapters: { nats: natsDoors(await openBus('resident')) }, log });
  const controllers = await openBus('operator');
  const service = await startResident({ doors });
  return {
    /** Adds a pass for two doors, the first with a controller. */
    handOut: async (fields: Partial<AccessPassRow> = {}, door: Partial<AccessPointRow> = {}) => {
      const home = await addHome();
      const main = accessPointRow(home, door);
      const gate = accessPointRow(home, { name: 'Garden gate', kind: 'GATE' });
      await AccessPointModel.insertMany([main, gate]);
      const pass = accessPassRow(home, [main._id, gate._id], { guestName: 'Sam', ...fields });
      await AccessPassModel.insertMany([pass]);
      const controller = simulateDoor(controllers, main.controller.ref);
      onTestFinished(() => controller.stop());
      await controllers.ping();
      return { home, main, gate, pass, token: tokenOf(pass), controller };
    },
    /** Reads a pass as a program. */
    show: (token: string) => service.call<Answer>('GET', `/pass/${token}`, { headers: program }),
    /** Opens a door as a program. */
    open: (token: string, accessPointId: string, headers = {}) =>
      service.call<Answer>('POST', `/pass/${token}/open`, { headers, body: { accessPointId } }),
    /** Waits for the end of an attempt as a program. */
    read: (token: string, id: string) =>
      service.call<Answer>('GET', `/pass/${token}/attempts/${id}?wait=10`, { headers: program }),
    /** Requests a page as a browser. */
    page: async (path: string, init: RequestInit = {}) => {
      const headers = { ...browser, ...(init.headers as Record<string, string>) };
      const response = await service.send(path, { ...init, headers });
      return { status: response.status, headers: response.headers, html: await response.text() };
    },
  };
}
