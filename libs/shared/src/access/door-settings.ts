import { HttpUrl, SecretList } from '@pas/platform/config/fields';
import type { Bus } from '@pas/platform/events/bus';
import type { Logger } from '@pas/platform/log/logger';
import { z } from 'zod';
import { createDoorCommands, type DoorCommands } from './door-commands.ts';
import { httpDoors } from './http-doors.ts';
import { natsDoors } from './nats-doors.ts';

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

/** Whether the settings of a service are complete. Commands without a signature are never sent. */
export const areDoorsSigned = (settings: DoorSettings): boolean =>
  settings.DOORS_HTTP_URL === undefined || settings.DOORS_HTTP_SECRETS !== undefined;

/** The problem of settings that fail `areDoorsSigned`. It is reported beside the problems of other variables. */
export const unsignedDoors = {
  message: 'DOORS_HTTP_SECRETS: is missing. DOORS_HTTP_URL needs it.',
  when: () => true,
};

/** Prepares the commands of a service to doors, over the bus and over HTTP. */
export function openDoorCommands(
  { DOORS_HTTP_URL: baseUrl, DOORS_HTTP_SECRETS: secrets }: DoorSettings,
  { bus, log }: { bus: Bus; log: Logger },
): DoorCommands {
  const nats = natsDoors(bus);
  if (baseUrl === undefined || secrets === undefined) return createDoorCommands({ adapters: { nats }, log });
  const http = httpDoors({ baseUrl, secrets });
  return createDoorCommands({ adapters: { nats, http }, log });
}
