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

/** A request that the system has said yes to: its effect is there from then on, once, and on record. */
export interface Acknowledged {
  journey: string;
  step: Step;
  correlationId: string;
  /** Of what the step has made, sent or accepted: a unit, an invite, a user. */
  id: string;
}

/** Journeys that begin again and again, whatever becomes of each. */
export interface JourneyLoop {
  propertyId: string;
  /** In the order of the answers. */
  acknowledged: readonly Acknowledged[];
  /** What ended journeys before their time and no dying process explains: each is a defect. */
  surprises: readonly Error[];
  /** Returns once so many more requests have been answered with yes. */
  untilMore(count: number): Promise<void>;
  /** Ends the loop once the journeys under way are over. */
  stop(): Promise<void>;
}

/** Enough for something to be under way whenever a process dies. */
const lanes = 3;

/** What is killed meanwhile comes back sooner, even on a busy machine. */
const patienceMs = 60_000;

/** As long as a polite client stays away after a failure. */
const backOffMs = 100;

/** The address that a journey's invite goes to. */
export const guestOf = (journey: string): string => `guest-${journey}@loop.test`;

/** The address that signs up in a journey. */
const residentOf = (journey: string): string => `resident-${journey}@loop.test`;

/**
 * Walks from a new unit to an invite on its way to one person and the sign-up of another, who then accepts a second home.
 * A request that fails, or is never answered, ends the journey: what it may have done is not claimed.
 */
async function walk(
  drill: Drill,
  propertyId: string,
  walked: { journey: string; note: Note },
): Promise<void> {
  const { journey, note } = walked;
  const { gatewayUrl, portalUrl, apiKey: key } = drill.local;
  const headersOf = (step: Step) => ({ 'x-correlation-id': `${journey}-${step}` });
  const as = (step: Step): PropertyManager => actAsManager({ gatewayUrl, key, headers: headersOf(step) });

  const unit = note('unit', await as('unit').ensureUnit(propertyId, journey));
  const invite = note('invite', await as('invite').createInvite(unit.id, guestOf(journey)));
  note('dispatch', await as('dispatch').dispatch(invite.id));
  const neighbour = note('neighbour', await as('neighbour').createInvite(unit.id, residentOf(journey)));
  await bodyOf(call(`${portalUrl}/api/v1/auth/invites/${neighbour.token}`), 200);
  const person = { inviteToken: neighbour.token };
  const signedIn = await bodyOf(signUp(portalUrl, person, { headers: headersOf('sign-up') }), 201);
  note('sign-up', signedIn.resident);

  const home = note('second-unit', await as('second-unit').ensureUnit(propertyId, `${journey}-second`));
  const second = as('second-invite').createInvite(home.id, residentOf(journey));
  const { token } = note('second-invite', await second);
  const accept = { method: 'POST', bearer: signedIn.token, headers: headersOf('accept') };
  const accepting = call<Accepted>(`${portalUrl}/api/v1/invites/${token}/accept`, accept);
  note('accept', (await bodyOf(accepting, 200)).resident);
}

/** What accepting an invite answers, as far as a journey reads it. */
interface Accepted {
  resident: { id: string };
}

/** Writes down that a step was said yes to, and hands on what it gave. */
type Note = <Entity extends { id: string }>(step: Step, entity: Entity) => Entity;

/** What a client may meet while a process dies: a connection that breaks, or word that a service is away. */
function isOfTheFault({ message }: Error): boolean {
  return /ECONN|socket hang up|aborted|EPIPE/.test(message) || /, got 50[23]:/.test(message);
}

/** Has several managers and residents walk through journeys, each with entities of its own, until stopped. */
export async function loopJourneys(drill: Drill, name: string): Promise<JourneyLoop> {
  const { id: propertyId } = await drill.manager.createProperty(name);
  const acknowledged: Acknowledged[] = [];
  const surprises: Error[] = [];
  const stopping = new AbortController();

  const walkOn = async (lane: number): Promise<void> => {
    for (let count = 1; !stopping.signal.aborted; count += 1) {
      const journey = `${name}-${lane}-${count}`;
      const note: Note = (step, entity) => {
        acknowledged.push({ journey, step, correlationId: `${journey}-${step}`, id: entity.id });
        return entity;
      };
      try {
        await walk(drill, propertyId, { journey, note });
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
      await waitUntil(isThere, { what: 'journeys to go on', timeoutMs: patienceMs });
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
