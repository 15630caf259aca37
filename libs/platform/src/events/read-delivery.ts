import { z } from 'zod';
import { decodeEvent, UndecodableEvent, type Catalogue, type EventOf } from './decode-event.ts';
import { Envelope } from './envelope.ts';
import type { LoadedEvent, LoadEvent } from './load-event.ts';

/** The part of a message's body that a consumer reads. */
const WakeSignal = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/**
 * Error for a message whose id belongs to no committed event of its subject and environment. It never succeeds on a
 * retry.
 */
export class UnvouchedMessage extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnvouchedMessage';
  }
}

/** An event that a message names, as it was committed. */
export interface NamedEvent extends LoadedEvent {
  id: string;
}

function idIn(body: string): string {
  try {
    return WakeSignal.parse(JSON.parse(body)).id;
  } catch {
    throw new UnvouchedMessage('The message names no event.');
  }
}

interface Reading {
  load: LoadEvent;
  environment: string;
  /** The subject of the message. */
  subject: string;
}

/**
 * Reads the committed event that a message names.
 *
 * @throws UnvouchedMessage when the message names none, or one that was committed for another subject or environment
 */
export async function loadNamedEvent(
  body: string,
  { load, environment, subject }: Reading,
): Promise<NamedEvent> {
  const id = idIn(body);
  const loaded = await load(id);
  if (!loaded) throw new UnvouchedMessage(`No event with the id ${id} was committed.`);
  const { event } = loaded;
  if (event.environment !== environment)
    throw new UnvouchedMessage(`The event ${id} was committed for another environment.`);
  if (event.subject !== subject)
    throw new UnvouchedMessage(`The event ${id} was committed for another subject.`);
  return { id, ...loaded };
}

/**
 * Reads a committed event as one of those that a consumer expects.
 *
 * @throws UndecodableEvent when its type is unexpected, or its schema refuses it
 */
export function decodeNamed<Events extends Catalogue, Type extends keyof Events & string>(
  { id, event }: NamedEvent,
  catalogue: Events,
  expected: readonly Type[],
): EventOf<Events, Type> {
  const decoded = decodeEvent(event.envelope, catalogue, expected);
  if (decoded.id !== id) throw new UndecodableEvent('The envelope has another id than its row.');
  return decoded;
}

/** The envelope of a committed event for people; null where it cannot be read. */
export function envelopeOf({ event }: LoadedEvent): Envelope | null {
  return Envelope.safeParse(event.envelope).data ?? null;
}
