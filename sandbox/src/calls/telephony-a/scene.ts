import { resolvePlace, type Place } from './address.ts';
import type { Verb } from './read-answer.ts';
import type { Stage } from '../stage.ts';

type Fields = Readonly<Record<string, string>>;

/** A person on the line to whom a document is played. */
export interface Party {
  /** Name in the log. */
  readonly who: string;
  /** Fields of every request about this line. */
  readonly fields: Fields;
  /** Returns the keys for the next prompt. */
  readonly press: () => string;
  /** Aborted with `LineClosed` when the line is closed. */
  readonly signal: AbortSignal;
}

/** Next request of the provider to the system. */
export interface Request {
  readonly place: Place;
  readonly fields: Fields;
}

/** Step after an instruction: the next one, another document, or the end of the call. */
export type Step = 'next' | 'hang-up' | Request;

/** A document that is being played. */
export interface Scene {
  readonly stage: Stage;
  readonly party: Party;
  readonly place: Place;
}

/** Rings phones. A document played to a callee cannot do this. */
export type Dial = (scene: Scene, verb: Verb) => Promise<Step>;

/** Builds the request of an instruction's attribute, by default `action`. */
export function requestFor({ stage, place }: Scene, verb: Verb, fields: Fields): Request {
  const { action: address, method } = verb.attributes;
  return { place: resolvePlace(stage.config, place, { address, method }), fields };
}
