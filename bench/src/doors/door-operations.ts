import { waitUntil } from '@pas/testing/wait-until';
import { requestTimeoutMs, type Operate } from '../measure/call-closed-loop.ts';
import { sendRequest, type Answer } from '../measure/send-request.ts';
import { adminRequest, ask, makeProperty } from '../system/admin-api.ts';
import { signPeopleUp, type BenchResident } from '../system/people.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Operations at one door, for each caller. */
export interface DoorOperations {
  /** From the request until the attempt has succeeded. */
  unlock: Operate;
  /** A PIN at the door's panel. */
  verify: Operate;
}

export const operations = ['unlock', 'verify'] as const satisfies readonly (keyof DoorOperations)[];

interface AttemptBody {
  attempt: { id: string; status: 'PENDING' | 'SUCCEEDED' | 'FAILED'; error: string | null };
}

/** A door of the system, its panel's key, and the people and PINs that open it. */
interface DoorHouse {
  gatewayUrl: string;
  doorId: string;
  key: string;
  people: readonly BenchResident[];
  pins: readonly string[];
}

const day = 86_400_000;

async function openHouse(system: BenchSystem, callers: number): Promise<DoorHouse> {
  const { propertyId } = await makeProperty(system, 'Door House');
  const post = async <Body>(path: string, body?: unknown): Promise<Body> =>
    ask<Body>(adminRequest(system, path, body));
  const controller = { adapter: 'nats', ref: `bench-${propertyId.slice(-12)}` };
  const door = { propertyId, name: 'Main door', kind: 'DOOR', controller };
  const { accessPoint } = await post<{ accessPoint: { id: string } }>('/access-points', door);
  const { controllerKey } = await post<{ controllerKey: { secret: string } }>(
    `/access-points/${accessPoint.id}/controller-key`,
    {},
  );
  const pass = {
    propertyId,
    accessPointIds: [accessPoint.id],
    kind: 'VENDOR',
    holders: Array.from({ length: Math.min(50, callers) }, (_, index) => ({ name: `Holder ${index}` })),
    startsAt: new Date(Date.now() - day).toISOString(),
    endsAt: new Date(Date.now() + day).toISOString(),
  };
  // On a busy machine it is made again.
  const makePass = async () => post<{ pass: { holders: { pin: string }[] } }>('/passes', pass);
  const made = await waitUntil(makePass, { what: 'the pass of the callers' });
  return {
    gatewayUrl: system.local.gatewayUrl,
    doorId: accessPoint.id,
    key: controllerKey.secret,
    people: await signPeopleUp(system, propertyId, callers),
    pins: made.pass.holders.map(({ pin }) => pin),
  };
}

/**
 * Unlocks the door and polls the attempt until it ends. Any other end than SUCCEEDED is the status of the
 * answer.
 */
const unlockAt =
  ({ gatewayUrl, doorId, people }: DoorHouse): Operate =>
  async (caller, agent): Promise<Answer> => {
    const headers = { authorization: `Bearer ${people[caller % people.length]?.token ?? ''}` };
    const start = performance.now();
    const asked = { url: `${gatewayUrl}/access/points/${doorId}/unlock`, headers, body: {} };
    let answer = await sendRequest(agent, asked, requestTimeoutMs);
    while (typeof answer.status === 'number' && answer.status < 300) {
      const { attempt } = JSON.parse(answer.text) as AttemptBody;
      const ms = performance.now() - start;
      if (attempt.status === 'SUCCEEDED') return { ...answer, ms };
      if (attempt.status === 'FAILED') return { ...answer, ms, status: attempt.error ?? attempt.status };
      const url = `${gatewayUrl}/access/attempts/${attempt.id}?wait=10`;
      answer = await sendRequest(agent, { url, headers }, requestTimeoutMs);
    }
    return answer;
  };

const verifyAt =
  ({ gatewayUrl, doorId: accessPointId, key, pins }: DoorHouse): Operate =>
  async (caller, agent): Promise<Answer> => {
    const body = { accessPointId, pin: pins[caller % pins.length] };
    const headers = { authorization: `Bearer ${key}` };
    return sendRequest(agent, { url: `${gatewayUrl}/access/verify`, headers, body }, requestTimeoutMs);
  };

/** Makes a door with one resident and one PIN per caller. */
export async function makeDoor(system: BenchSystem, callers: number): Promise<DoorOperations> {
  const house = await openHouse(system, callers);
  return { unlock: unlockAt(house), verify: verifyAt(house) };
}
