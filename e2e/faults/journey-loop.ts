import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import type { Drill } from './drill.ts';

type Step =
  | 'unit'
  | 'invite'
  | 'dispatch'
  | 'neighbour'
  | 'sign-up'
  | 'second-unit'
  | 'second-invite'
  | 'accept';

/** A request that the system has acknowledged: its effect must exist once, with a record. */
export interface AcknowledgedRequest {
  journey: string;
  step: Step;
  correlationId: string;
  /** The id of the entity of the step: a unit, an invite or a user. */
  id: string;
}

/** Journeys that start repeatedly, whatever the outcome of each. */
export interface JourneyLoop {
  propertyId: string;
  /** In the order of the answers. */
  acknowledged: readonly AcknowledgedRequest[];
  /** Errors that no dying process explains: each is a defect. */
  surprises: readonly Error[];
  /** Waits until `count` more requests are acknowledged. */
  untilMore(count: number): Promise<void>;
  /** Starts no journey during some work. Running journeys continue. */
  pauseDuring(work: Promise<unknown>): Promise<void>;
  /** Ends the loop once the running journeys have ended. */
  stop(): Promise<void>;
}

/** Enough for a request to be running whenever a process dies. */
const lanes = 3;

/** Pause of a polite client after a failure. */
const backOffMs = 100;

/** Returns the address of a journey's invite. */
export const guestOf = (journey: string): string => `guest-${journey}@loop.test`;

/** Returns the address that signs up in a journey. */
const residentOf = (journey: string): string => `resident-${journey}@loop.test`;

/**
 * Walks from a new unit to a dispatched invite, and to another person's sign-up and second home. A failed or
 * unanswered request ends the journey without a claim about its effect.
 */
async function walk(
  drill: Drill,
  propertyId: string,
  walked: { journey: string; record: Recorder },
): Promise<void> {
  const { journey, record } = walked;
  const { gatewayUrl, portalUrl, apiKey: key } = drill.local;
  const headersOf = (step: Step) => ({ 'x-correlation-id': `${journey}-${step}` });
  const as = (step: Step): PropertyManager => actAsManager({ gatewayUrl, key, headers: headersOf(step) });

  const unit = record('unit', await as('unit').ensureUnit(propertyId, journey));
  const invite = record('invite', await as('invite').createInvite(unit.id, guestOf(journey)));
  record('dispatch', await as('dispatch').dispatch(invite.id));
  const neighbour = record('neighbour', await as('neighbour').createInvite(unit.id, residentOf(journey)));
  await bodyOf(call(`${portalUrl}/api/v1/auth/invites/${neighbour.token}`), 200);
  const person = { inviteToken: neighbour.token };
  const signedIn = await bodyOf(signUp(portalUrl, person, { headers: headersOf('sign-up') }), 201);
  record('sign-up', signedIn.resident);

  const home = record('second-unit', await as('second-unit').ensureUnit(propertyId, `${journey}-second`));
  const second = as('second-invite').createInvite(home.id, residentOf(journey));
  const { token } = record('second-invite', await second);
  const accept = { method: 'POST', bearer: signedIn.token, headers: headersOf('accept') };
  const accepting = call<AcceptAnswer>(`${portalUrl}/api/v1/invites/${token}/accept`, accept);
  record('accept', (await bodyOf(accepting, 200)).resident);
}

/** The part of the answer to an accepted invite that a journey reads. */
interface AcceptAnswer {
  resident: { id: string };
}

/** Records an acknowledged step, and returns its entity. */
type Recorder = <Entity extends { id: string }>(step: Step, entity: Entity) => Entity;

/** Whether a dying process explains an error: a broken connection or an unavailable service. */
function isOfTheFault({ message }: Error): boolean {
  return /ECONN|socket hang up|aborted|EPIPE/.test(message) || /, got 50[23]:/.test(message);
}

/**
 * Runs journeys of several managers and residents, each with its own entities, until stopped.
 *
 * @param paceMs pause of a lane after a journey
 */
export async function loopJourneys(drill: Drill, name: string, paceMs = 0): Promise<JourneyLoop> {
  const { id: propertyId } = await drill.manager.createProperty(name);
  const acknowledged: AcknowledgedRequest[] = [];
  const surprises: Error[] = [];
  const stopping = new AbortController();
  let paused: Promise<unknown> = Promise.resolve();

  const walkOn = async (lane: number): Promise<void> => {
    for (let count = 1; !stopping.signal.aborted; count += 1) {
      await paused;
      const journey = `${name}-${lane}-${count}`;
      const record: Recorder = (step, entity) => {
        acknowledged.push({ journey, step, correlationId: `${journey}-${step}`, id: entity.id });
        return entity;
      };
      try {
        await walk(drill, propertyId, { journey, record });
        await pause(paceMs);
      } catch (error) {
        if (!isOfTheFault(error as Error)) surprises.push(error as Error);
        await pause(backOffMs);
      }
    }
  };
  const done = Promise.all(Array.from({ length: lanes }, (_, lane) => walkOn(lane)));
  return {
    propertyId,
    acknowledged,
    surprises,
    async untilMore(count) {
      const goal = acknowledged.length + count;
      const isThere = (): boolean => acknowledged.length >= goal;
      await waitUntil(isThere, { what: 'journeys to continue' });
    },
    async pauseDuring(work) {
      paused = work;
      await work;
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
