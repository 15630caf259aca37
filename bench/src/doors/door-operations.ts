import { waitUntil } from '@pas/testing/wait-until';
import { requestTimeoutMs, type Operate } from '../measure/call-closed-loop.ts';
import { sendRequest, type Answer } from '../measure/send-request.ts';
import { adminRequest, ask, makeProperty } from '../system/admin-api.ts';
import { signPeopleUp, type BenchResident } from '../system/people.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Operations at doors, for each caller. */
export interface DoorOperations {
  /**
   * From the request until the attempt has succeeded. Each request is the first of its person at its door. A repeat at
   * an open door would get the attempt of the first.
   */
  unlock: Operate;
  /** A PIN at the door's panel. */
  verify: Operate;
}

export const operations = ['unlock', 'verify'] as const satisfies readonly (keyof DoorOperations)[];

interface AttemptBody {
  attempt: { id: string; status: 'PENDING' | 'SUCCEEDED' | 'FAILED'; error: string | null };
}

/** Doors of the system, the key of the first one's panel, and the people and PINs that open them. */
interface DoorHouse {
  gatewayUrl: string;
  doorIds: readonly string[];
  key: string;
  people: readonly BenchResident[];
  pins: readonly string[];
}

const day = 86_400_000;

/** Doors of the house: enough that each person returns to a door only after it is closed. */
const doorCount = 40;

async function openHouse(system: BenchSystem, callers: number): Promise<DoorHouse> {
  const { propertyId } = await makeProperty(system, 'Door House');
  const post = async <Body>(path: string, body?: unknown): Promise<Body> =>
    ask<Body>(adminRequest(system, path, body));
  const doorIds: string[] = [];
  for (let number = 1; number <= doorCount; number += 1) {
    const controller = { adapter: 'nats', ref: `bench-${propertyId.slice(-12)}-${number}` };
    const door = { propertyId, name: `Door ${number}`, kind: 'DOOR', controller, openSeconds: 1 };
    const { accessPoint } = await post<{ accessPoint: { id: string } }>('/access-points', door);
    doorIds.push(accessPoint.id);
  }
  const keyPath = `/access-points/${doorIds[0]}/controller-key`;
  const { controllerKey } = await post<{ controllerKey: { secret: string } }>(keyPath, {});
  const pass = {
    propertyId,
    accessPointIds: [doorIds[0]],
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
    doorIds,
    key: controllerKey.secret,
    people: await signPeopleUp(system, propertyId, callers),
    pins: made.pass.holders.map(({ pin }) => pin),
  };
}

/**
 * Unlocks a door and polls the attempt until it ends. Any other end than SUCCEEDED is the status of the answer. People
 * and doors take turns.
 */
function unlockAt({ gatewayUrl, doorIds, people }: DoorHouse): Operate {
  let turns = 0;
  return async (_caller, agent): Promise<Answer> => {
    const turn = turns++;
    const headers = { authorization: `Bearer ${people[turn % people.length]?.token ?? ''}` };
    const doorId = doorIds[Math.floor(turn / people.length) % doorIds.length];
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
}

const verifyAt =
  ({ gatewayUrl, doorIds: [accessPointId], key, pins }: DoorHouse): Operate =>
  async (caller, agent): Promise<Answer> => {
    const body = { accessPointId, pin: pins[caller % pins.length] };
    const headers = { authorization: `Bearer ${key}` };
    return sendRequest(agent, { url: `${gatewayUrl}/access/verify`, headers, body }, requestTimeoutMs);
  };

/** Makes doors with one resident and one PIN per caller. */
export async function makeDoors(system: BenchSystem, callers: number): Promise<DoorOperations> {
  const house = await openHouse(system, callers);
  return { unlock: unlockAt(house), verify: verifyAt(house) };
}
