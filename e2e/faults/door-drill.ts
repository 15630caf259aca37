import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import type { Drill } from './drill.ts';

/** Behaviour of a controller of the sandbox. */
type Behaviour = 'answer' | 'silent' | 'slow' | 'twice';

interface Attempt {
  id: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  confirmed: boolean;
  error: string | null;
}

/** A started attempt with its door. */
interface UnlockAttempt {
  id: string;
  door: DrillDoor;
}

/** A door of the drill, with its number of openings. */
export interface DrillDoor {
  behaviour: Behaviour;
  id: string;
  pulses(): Promise<number>;
}

/** An ended attempt, with its door's number of openings. */
export interface EndedAttempt extends Pick<Attempt, 'status' | 'confirmed' | 'error'> {
  behaviour: Behaviour;
  pulses: number;
}

/** A building whose doors the sandbox plays, and a resident who opens them. */
export interface DrillHouse {
  doors: readonly DrillDoor[];
  /**
   * Opens a door under a new idempotency key. Repeats the request until the answer is 202, as an app does.
   */
  open(door: DrillDoor): Promise<UnlockAttempt>;
  /** Waits for the end of an attempt. */
  waitForEnd(opening: UnlockAttempt): Promise<EndedAttempt>;
}

/**
 * Creates a building with a door for each behaviour. `slow` opens immediately and answers after eight
 * seconds.
 */
export async function buildHouse(
  { local, manager }: Drill,
  name: string,
  behaviours: readonly Behaviour[],
): Promise<DrillHouse> {
  const { gatewayUrl, sandboxUrl } = local;
  const { property, invite } = await inviteToNewUnit(manager, name, `${name}@doors.test`);
  const { token } = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
  const addDoor = async (behaviour: Behaviour, index: number): Promise<DrillDoor> => {
    const ref = `${name}-${index}`;
    const body = {
      propertyId: property.id,
      name: `Door ${index}`,
      kind: 'DOOR',
      controller: { adapter: index % 2 === 0 ? 'nats' : 'http', ref },
    };
    const made = manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
    const { accessPoint } = await bodyOf(made, 201);
    const url = `${sandboxUrl}/doors/${ref}`;
    await call(url, { method: 'PUT', body: { behaviour, delayMs: 8000 } });
    return {
      behaviour,
      id: accessPoint.id,
      pulses: async () => (await call<{ door: { pulses: number } }>(url)).body.door.pulses,
    };
  };
  const doors = await Promise.all(behaviours.map(addDoor));
  return {
    doors,
    open: (door) =>
      waitUntil(
        async () => {
          const headers = { 'idempotency-key': `open ${door.id}` };
          const url = `${gatewayUrl}/access/points/${door.id}/unlock`;
          const sent = call<{ attempt: Attempt }>(url, { method: 'POST', bearer: token, headers });
          const answer = await sent.catch(() => null);
          return answer?.status === 202 ? { id: answer.body.attempt.id, door } : null;
        },
        { what: `an answer about the door ${door.id}` },
      ),
    async waitForEnd({ id, door }) {
      const { status, confirmed, error } = await waitUntil(
        async () => {
          const url = `${gatewayUrl}/access/attempts/${id}?wait=5`;
          const read = call<{ attempt: Attempt }>(url, { bearer: token }).catch(() => null);
          const attempt = (await read)?.body.attempt;
          return attempt && attempt.status !== 'PENDING' ? attempt : null;
        },
        { what: `the end of the attempt ${id}` },
      );
      return { behaviour: door.behaviour, status, confirmed, error, pulses: await door.pulses() };
    },
  };
}

/** Returns the faults of an attempt's end. */
export function findUntruth({ behaviour, status, confirmed, pulses }: EndedAttempt): string[] {
  const faults = [
    pulses > 1 && 'opened more than once',
    status === 'SUCCEEDED' && pulses !== 1 && 'succeeded without an open door',
    confirmed && pulses !== 1 && 'confirmed without an open door',
    behaviour === 'silent' && (status !== 'FAILED' || pulses !== 0) && 'opened by a silent controller',
  ];
  return faults.flatMap((fault) => (fault === false ? [] : [`${behaviour}: ${fault}`]));
}
