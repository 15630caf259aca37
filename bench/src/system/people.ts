import { Agent } from 'node:http';
import { waitUntil } from '@pas/testing/wait-until';
import { requestTimeoutMs } from '../measure/call-closed-loop.ts';
import { sendRequest, type Answer } from '../measure/send-request.ts';
import { adminRequest, ask } from './admin-api.ts';
import type { BenchSystem } from './run-system.ts';

/** A resident who has signed up. */
export interface BenchResident {
  email: string;
  userId: string;
  unitId: string;
  token: string;
  refreshToken: string;
}

export const rightPassword = 'correct horse battery';

interface SignedUp {
  token: string;
  refreshToken: string;
  resident: { id: string };
}

let addresses = 0;

/** An address that no other caller has had, in 127/8: limits that count by address see another client. */
export function freshAddress(): string {
  addresses += 1;
  return `127.8.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

/** Sends one request from an address of its own, or from a given one. */
export async function sendFrom(
  { local }: BenchSystem,
  address: string,
  request: { path: string; body?: unknown; token?: string },
): Promise<Answer> {
  const agent = new Agent({ localAddress: address });
  const headers = request.token === undefined ? {} : { authorization: `Bearer ${request.token}` };
  const url = `${local.gatewayUrl}${request.path}`;
  const answer = await sendRequest(agent, { url, headers, body: request.body }, requestTimeoutMs);
  agent.destroy();
  return answer;
}

/** Signs one resident up in a unit of a building. */
async function signUp(system: BenchSystem, propertyId: string, index: number): Promise<BenchResident> {
  const email = `resident-${index}-${propertyId.slice(-8)}@example.test`;
  const unit = { propertyId, label: `Apt ${index}` };
  const made = await ask<{ unit: { id: string } }>(adminRequest(system, '/units', unit));
  const unitId = made.unit.id;
  const asked = adminRequest(system, '/onboarding/invite', { unitId, inviteeEmail: email });
  const { invite } = await ask<{ invite: { token: string } }>(asked);
  const names = { firstName: 'Jordan', lastName: 'Reyes' };
  const body = { inviteToken: invite.token, password: rightPassword, ...names };
  const { text } = await sendFrom(system, freshAddress(), { path: '/api/v1/auth/signup', body });
  const { token, refreshToken, resident } = JSON.parse(text) as SignedUp;
  return { email, unitId, userId: resident.id, token, refreshToken };
}

/** Signs residents up, each in a unit of one building. On a busy machine some of the calls are made again. */
export async function signPeopleUp(
  system: BenchSystem,
  propertyId: string,
  count: number,
): Promise<BenchResident[]> {
  const people: BenchResident[] = [];
  while (people.length < count) {
    const waiting = async () => signUp(system, propertyId, people.length);
    people.push(await waitUntil(waiting, { what: 'a resident to be signed up', timeoutMs: 60_000 }));
  }
  return people;
}
