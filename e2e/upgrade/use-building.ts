import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call } from '../client/http-call.ts';
import { missCall } from '../client/miss-call.ts';
import { createCompany } from '../client/new-company.ts';
import { addResident } from '../client/new-resident.ts';
import { actAsManager } from '../client/property-manager.ts';
import type { Drill } from '../faults/drill.ts';

interface Attempt {
  attempt: { id: string; status: string };
}

/** The callers of a building: its manager's API key, and its resident's Core JWT. */
export interface BuildingCallers {
  key: string;
  token: string;
}

/**
 * Signs a resident up, opens a door from the app, and waits for a visitor's unanswered call. It needs every service.
 *
 * @throws Error when the door does not open
 */
export async function useBuilding({ local }: Pick<Drill, 'local'>): Promise<BuildingCallers> {
  const { gatewayUrl, portalUrl, sandboxUrl } = local;
  // A company of its own: a call has several audit records of one correlation id.
  const { key } = await createCompany(local, { name: `Building ${randomUUID().slice(0, 8)}` });
  const manager = actAsManager({ gatewayUrl, key });
  const { propertyId, unitId, signedIn } = await addResident(portalUrl, manager);
  const controller = { adapter: 'nats', ref: `door-${randomUUID()}` };
  const door = { propertyId, name: 'Main door', kind: 'DOOR', controller };
  const made = manager.call<{ accessPoint: { id: string } }>('/access-points', { body: door });
  const { id } = (await bodyOf(made, 201)).accessPoint;
  const bearer = signedIn.token;
  const url = `${gatewayUrl}/access/points/${id}/unlock`;
  const started = call<Attempt>(url, { method: 'POST', bearer });
  const { attempt } = await bodyOf(started, 202);
  const read = `${gatewayUrl}/access/attempts/${attempt.id}?wait=10`;
  const findEnd = async (): Promise<string | undefined> => {
    const ended = (await bodyOf(call<Attempt>(read, { bearer }), 200)).attempt;
    return ended.status === 'PENDING' ? undefined : ended.status;
  };
  const status = await waitUntil(findEnd, { what: 'the end of the attempt' });
  if (status !== 'SUCCEEDED') throw new Error(`The unlock attempt ended as ${status}.`);
  await missCall(manager, { sandboxUrl, unitId });
  return { key, token: bearer };
}
