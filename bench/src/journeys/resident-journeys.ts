import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@pas/testing/wait-until';
import { adminRequest, ask } from '../system/admin-api.ts';
import { freshAddress } from '../system/people.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { House } from './make-houses.ts';
import type { PulseWatch } from './watch-pulses.ts';

/** Opens a door by the app. Returns the time from the tap to the pulse of the door, in milliseconds. */
export async function tapDoor(
  { local }: BenchSystem,
  { doorId, ref, token }: Pick<House, 'doorId' | 'ref' | 'token'>,
  pulses: PulseWatch,
): Promise<number> {
  const pulse = pulses.next(ref);
  const start = performance.now();
  const url = `${local.gatewayUrl}/access/points/${doorId}/unlock`;
  const asked = ask({ url, headers: { authorization: `Bearer ${token}` }, body: {} });
  const [openedAt] = await Promise.all([pulse, asked]);
  return openedAt - start;
}

interface ReceivedMail {
  /** ISO 8601, to the millisecond. */
  at: string;
}

/** Invites a person by e-mail. Returns the time until the mail is in the mailbox, in milliseconds. */
export async function mailInvite(system: BenchSystem, unitId: string, name: string): Promise<number> {
  const inviteeEmail = `${name}@example.test`;
  const start = Date.now();
  await ask(adminRequest(system, '/onboarding/invite', { unitId, inviteeEmail, dispatch: ['EMAIL'] }));
  const url = `${system.local.mailboxUrl}/api/messages?to=${inviteeEmail}`;
  const read = async () => (await ask<{ messages: ReceivedMail[] }>({ url, headers: {} })).messages[0];
  const { at } = await waitUntil(read, { what: 'the mail of an invite', everyMs: 20 });
  return Date.parse(at) - start;
}

/** Makes units of a building, each with an open invite, and returns the tokens of the invites. */
export async function inviteHouseholds(
  system: BenchSystem,
  { propertyId }: House,
  names: readonly string[],
): Promise<string[]> {
  const tokens: string[] = [];
  for (const name of names) {
    const unit = await ask<{ unit: { id: string } }>(
      adminRequest(system, '/units', { propertyId, label: `Home ${name}` }),
    );
    const body = { unitId: unit.unit.id, inviteeEmail: `${name}@example.test` };
    const { invite } = await ask<{ invite: { token: string } }>(
      adminRequest(system, '/onboarding/invite', body),
    );
    tokens.push(invite.token);
  }
  return tokens;
}

/** Moves one person in: invite, sign-up, doors, first opening. Returns its time in milliseconds. */
async function moveIn({ local }: BenchSystem, { doorId }: House, inviteToken: string): Promise<number> {
  const { gatewayUrl } = local;
  const address = freshAddress();
  const start = performance.now();
  await ask({ url: `${gatewayUrl}/api/v1/auth/invites/${inviteToken}`, headers: {} }, address);
  const person = { password: 'correct horse battery', firstName: 'Jordan', lastName: 'Reyes' };
  const { token } = await ask<{ token: string }>(
    { url: `${gatewayUrl}/api/v1/auth/signup`, headers: {}, body: { inviteToken, ...person } },
    address,
  );
  const headers = { authorization: `Bearer ${token}` };
  await ask({ url: `${gatewayUrl}/access/points?limit=200&sort=name`, headers });
  const { attempt } = await ask<{ attempt: { id: string } }>({
    url: `${gatewayUrl}/access/points/${doorId}/unlock`,
    headers,
    body: {},
  });
  await ask({ url: `${gatewayUrl}/access/attempts/${attempt.id}?wait=10`, headers });
  return performance.now() - start;
}

/** Lets people move in at equal intervals. Returns the time of each, in milliseconds. */
export async function moveInDay(
  system: BenchSystem,
  house: House,
  { tokens, durationMs }: { tokens: readonly string[]; durationMs: number },
): Promise<number[]> {
  const start = performance.now();
  const arrivals = tokens.map(async (token, index) => {
    const dueMs = start + (durationMs * index) / tokens.length - performance.now();
    await pause(Math.max(0, dueMs));
    return moveIn(system, house, token);
  });
  return Promise.all(arrivals);
}
