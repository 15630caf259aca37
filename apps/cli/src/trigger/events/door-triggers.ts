import { randomUUID } from 'node:crypto';
import { createControllerClient } from '@pas/client';
import { TriggerError } from '../sandbox-client.ts';
import type { Trigger, TriggerApi, TriggeredResource } from './trigger.ts';
import { createDoor } from './trigger-place.ts';

/** Creates a door and the client of its controller. */
async function createControlledDoor({ client, baseUrl }: TriggerApi) {
  const id = await createDoor(client);
  const { secret: controllerKey } = await client.accessPoints.controllerKeys.create(id);
  if (controllerKey === null)
    throw new TriggerError('The answer with the key of the controller was lost. Repeat the command.');
  return { id, controller: createControllerClient({ baseUrl, controllerKey }) };
}

const door = (id: string): TriggeredResource => ({ type: 'access point', id });

/** Creates a door whose controller reports. */
async function createOnlineDoor(api: TriggerApi): Promise<TriggeredResource> {
  const { id, controller } = await createControlledDoor(api);
  await controller.access.sendHeartbeat({ accessPointIds: [id] });
  return door(id);
}

/** Returns a run in which the controller of a new door reports an event. */
const reporting =
  (event: { alarm: 'HELD' | 'FORCED' } | { decision: 'DENIED'; method: 'PIN' }): Trigger['run'] =>
  async (api) => {
    const { id, controller } = await createControlledDoor(api);
    const occurredAt = new Date().toISOString();
    await controller.access.reportEvents({
      events: [{ id: randomUUID(), accessPointId: id, occurredAt, ...event }],
    });
    return door(id);
  };

/** Triggers of doors. */
export const doorTriggers = {
  'door.opened': {
    summary: 'creates a door and unlocks it',
    run: async ({ client }) => {
      const id = await createDoor(client);
      await client.accessPoints.unlock(id, { reason: 'pas trigger' });
      return door(id);
    },
  },
  'door.denied': {
    summary: 'creates a door whose controller reports a refused PIN',
    run: reporting({ decision: 'DENIED', method: 'PIN' }),
  },
  'door.online': { summary: 'creates a door whose controller reports', run: createOnlineDoor },
  'door.offline': {
    summary: 'creates a door whose controller reports once; the event follows after 90 s of silence',
    waitSeconds: 180,
    run: createOnlineDoor,
  },
  'door.held': { summary: 'creates a door that stays open too long', run: reporting({ alarm: 'HELD' }) },
  'door.forced': { summary: 'creates a door that is forced', run: reporting({ alarm: 'FORCED' }) },
} satisfies Record<string, Trigger>;
