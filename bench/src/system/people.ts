import { waitUntil } from '@pas/testing/wait-until';
import { adminRequest, ask } from './admin-api.ts';
import type { BenchSystem } from './run-system.ts';

/** A resident who has signed up. */
export interface BenchResident {
  userId: string;
  unitId: string;
  token: string;
}

let addresses = 0;

/** Returns an address that no other caller has had, in 127/8: limits that count by address see another client. */
export function freshAddress(): string {
  addresses += 1;
  return `127.8.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

/** Signs one resident up in a unit of a building. */
async function signUp(system: BenchSystem, propertyId: string, index: number): Promise<BenchResident> {
  const inviteeEmail = `resident-${index}-${propertyId.slice(-8)}@example.test`;
  const unitBody = { propertyId, label: `Apt ${index}` };
  const { unit } = await ask<{ unit: { id: string } }>(adminRequest(system, '/units', unitBody));
  const { invite } = await ask<{ invite: { token: string } }>(
    adminRequest(system, '/onboarding/invite', { unitId: unit.id, inviteeEmail }),
  );
  const person = { password: 'correct horse battery', firstName: 'Jordan', lastName: 'Reyes' };
  const url = `${system.local.gatewayUrl}/api/v1/auth/signup`;
  const body = { inviteToken: invite.token, ...person };
  const signedUp = ask<{ token: string; resident: { id: string } }>(
    { url, headers: {}, body },
    freshAddress(),
  );
  const { token, resident } = await signedUp;
  return { userId: resident.id, unitId: unit.id, token };
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
