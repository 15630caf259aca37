import { z } from 'zod';
import { decodeEvent, UndecodableEvent, type Catalogue, type EventOf } from './decode-event.ts';
import { Envelope } from './envelope.ts';
import type { LoadedEvent, LoadEvent } from './load-event.ts';

/** The part of a message's body that a consumer reads. */
const WakeMessage = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/**
 * Error for a message whose id belongs to no committed event of its subject and environment. It never succeeds on a
 * retry.
 */
export class UnknownEventId extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnknownEventId';
  }
}

/** An event that a message names, as it was committed. */
export interface NamedEvent extends LoadedEvent {
  id: string;
}

function idIn(body: string): string {
  try {
    return WakeMessage.parse(JSON.parse(body)).id;
  } catch {
    throw new UnknownEventId('The message names no event.');
  }
}

interface MessageContext {
  load: LoadEvent;
  environment: string;
  /** The subject of the message. */
  subject: string;
}

/**
 * Reads the committed event that a message names.
 *
 * @throws UnknownEventId when the message names no event, or one of another subject or environment
 */
export async function loadNamedEvent(
  body: string,
  { load, environment, subject }: MessageContext,
): Promise<NamedEvent> {
  const id = idIn(body);
  const loaded = await load(id);
  if (!loaded) throw new UnknownEventId(`No event with the id ${id} was committed.`);
  const { event } = loaded;
  if (event.environment !== environment)
    throw new UnknownEventId(`The event ${id} was committed for another environment.`);
  if (event.subject !== subject)
    throw new UnknownEventId(`The event ${id} was committed for another subject.`);
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

/** Returns the envelope of a committed event for people; null if it is invalid. */
export function envelopeOf({ event }: LoadedEvent): Envelope | null {
  return Envelope.safeParse(event.envelope).data ?? null;
}
