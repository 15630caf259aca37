import { randomInt } from 'node:crypto';
import { ConflictError, type AdminClient } from '@pas/client';
import { TriggerError } from '../sandbox-client.ts';
import { triggerCall } from '../trigger-call.ts';
import type { Trigger } from './trigger.ts';
import { ensureUnit } from './trigger-place.ts';

/** A virtual number and its provider. */
export interface VisitedNumber {
  id: string;
  number: string;
  provider: 'TELEPHONY_A' | 'TELEPHONY_B';
}

/** Numbers that are reserved for fiction; some of them may be taken in the environment. */
const reservedNumber = (): string => `+12125550${randomInt(100, 200)}`;
const tries = 20;

/** Creates a virtual number whose digits no other tenant of the environment uses. */
async function createNumber(client: AdminClient): Promise<VisitedNumber> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      return await client.virtualNumbers.create({ number: reservedNumber(), provider: 'TELEPHONY_A' });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  throw new TriggerError(
    'No reserved number is free. Assign a virtual number to a unit, then name it by --number.',
  );
}

/** Returns the number of an empty unit of the triggers. The first call of a tenant creates it. */
async function ensureEmptyUnitNumber(client: AdminClient): Promise<VisitedNumber> {
  const unitId = await ensureUnit(client, 'Trigger 2');
  const { items } = await client.virtualNumbers.list({ unitId, status: 'ASSIGNED' });
  if (items[0]) return items[0];
  const created = await createNumber(client);
  return client.virtualNumbers.assign(created.id, { unitId });
}

/** Returns the number of a unit of the tenant. Without one, returns the number of the triggers. */
export async function findVisitedNumber(client: AdminClient): Promise<VisitedNumber> {
  const { items } = await client.virtualNumbers.list({ status: 'ASSIGNED', limit: 200, sort: 'createdAt' });
  return items.find(({ unitId }) => unitId !== null) ?? ensureEmptyUnitNumber(client);
}

/** Calls an empty unit, which nobody answers. */
const callEmptyUnit: Trigger['run'] = async ({ client, sandbox }) => {
  const { id, number: to } = await ensureEmptyUnitNumber(client);
  const script = {
    provider: 'telephony-a',
    digit: '1',
    duplicate: false,
    shuffle: false,
    seed: 1,
    secondMs: 20,
  } as const;
  await triggerCall(sandbox(), { to, ...script }, () => undefined);
  return { type: 'virtual number', id };
};

/** Triggers of visitors' calls. */
export const callTriggers = {
  'call.started': { summary: 'calls a unit (SANDBOX_URL)', run: callEmptyUnit },
  'call.ended': { summary: 'calls a unit; nobody answers (SANDBOX_URL)', run: callEmptyUnit },
  'unit.unreachable': {
    summary: 'calls a unit without residents (SANDBOX_URL)',
    run: async (api) => {
      await callEmptyUnit(api);
      return { type: 'unit', id: await ensureUnit(api.client, 'Trigger 2') };
    },
  },
} satisfies Record<string, Trigger>;
