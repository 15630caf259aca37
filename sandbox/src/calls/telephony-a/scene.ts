import { resolvePlace, type Place } from './address.ts';
import type { Verb } from './read-answer.ts';
import type { Stage } from '../stage.ts';

type Fields = Readonly<Record<string, string>>;

/** Somebody on the line to whom a document is played. */
export interface Party {
  /** As the course names them. */
  readonly who: string;
  /** The fields of every request about this line. */
  readonly fields: Fields;
  /** What they press at the next prompt. */
  readonly press: () => string;
  /** Aborted with `LineClosed` when the line is closed. */
  readonly signal: AbortSignal;
}

/** What a provider asks the system for next. */
export interface Request {
  readonly place: Place;
  readonly fields: Fields;
}

/** What follows an instruction: the next one, another document, or the end of the call. */
export type Step = 'next' | 'hang-up' | Request;

/** A document that is being played. */
export interface Scene {
  readonly stage: Stage;
  readonly party: Party;
  readonly place: Place;
}

/** Rings phones; a document that is played to a callee cannot. */
export type Dial = (scene: Scene, verb: Verb) => Promise<Step>;

/** Makes the request that an attribute of an instruction asks for, `action` by default. */
export function requestFor({ stage, place }: Scene, verb: Verb, fields: Fields): Request {
  const { action: address, method } = verb.attributes;
  return { place: resolvePlace(stage.config, place, { address, method }), fields };
}
