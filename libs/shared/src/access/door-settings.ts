import { HttpUrl, SecretList } from '@pas/platform/config/fields';
import type { Bus } from '@pas/platform/events/bus';
import { z } from 'zod';
import { workContext, type Worker } from '../context/work-context.ts';
import type { AccessPointRow } from '../models/access-point.ts';
import { createDoorCommands, type DoorCommands } from './door-commands.ts';
import { httpDoors } from './http-doors.ts';
import { natsDoors } from './nats-doors.ts';
import { reportDoors } from './report-doors.ts';

/** Settings of doors over HTTP. Doors on the bus need none. */
export const doorFields = {
  DOORS_HTTP_URL: HttpUrl.optional().describe(
    'The base address of controllers that are called over HTTP: a command goes to `<base>/<ref>/unlock`. Without it such doors cannot be opened.',
  ),
  DOORS_HTTP_SECRETS: SecretList.optional().describe(
    'Secrets that these commands are signed with, newest first. DOORS_HTTP_URL needs them.',
  ),
};

const DoorSettings = z.object(doorFields);
type DoorSettings = z.output<typeof DoorSettings>;
type ServiceSettings = DoorSettings & { ENVIRONMENT: string };

/** Whether the settings of a service are complete. Commands without a signature are never sent. */
export const areDoorsSigned = (settings: DoorSettings): boolean =>
  settings.DOORS_HTTP_URL === undefined || settings.DOORS_HTTP_SECRETS !== undefined;

/** Error of settings that fail `areDoorsSigned`. It is reported together with the errors of other variables. */
export const unsignedDoors = {
  message: 'DOORS_HTTP_SECRETS: is missing. DOORS_HTTP_URL needs it.',
  when: () => true,
};

/** Age in milliseconds from which an answer renews the stored report. Controllers also report every 30 s. */
const renewAfterMs = 45_000;

/** Returns the function that records an answered command as a report of the door's controller. */
export const reportAnswers =
  (service: Omit<Worker, 'name'>) =>
  (door: AccessPointRow): Promise<void> => {
    const ctx = workContext({ ...service, name: 'Door commands' }, door.tenantId);
    return reportDoors(ctx, { doors: [door], renewAfterMs });
  };

/** Prepares the commands of a service to doors, over the bus and over HTTP. */
export function openDoorCommands(
  { DOORS_HTTP_URL: baseUrl, DOORS_HTTP_SECRETS: secrets, ENVIRONMENT: environment }: ServiceSettings,
  { bus, ...service }: Omit<Worker, 'name' | 'environment'> & { bus: Bus },
): DoorCommands {
  const nats = natsDoors(bus);
  const common = { onAnswer: reportAnswers({ ...service, environment }), log: service.log };
  if (baseUrl === undefined || secrets === undefined)
    return createDoorCommands({ ...common, adapters: { nats } });
  const http = httpDoors({ baseUrl, secrets });
  return createDoorCommands({ ...common, adapters: { nats, http } });
}
