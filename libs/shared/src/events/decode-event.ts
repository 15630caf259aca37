import type { z } from 'zod';
import { catalogue, type EventData, type EventType } from './catalogue.ts';
import { Envelope } from './envelope.ts';

/** Events as a consumer sees them: `type` tells what `data` is. */
export type EventOf<Type extends EventType> = {
  [Each in Type]: Omit<Envelope, 'type' | 'data'> & { type: Each; data: EventData<Each> };
}[Type];

/** A message that no consumer can read, now or later. */
export class UndecodableEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UndecodableEvent';
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UndecodableEvent(`The event is not as described: ${faults.join(' ')}`);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new UndecodableEvent('The message is not JSON.', { cause });
  }
}

/**
 * Reads the body of a message as one of the expected events.
 *
 * @throws UndecodableEvent when it is no event, another one, or not as its schema says
 */
export function decodeEvent<Type extends EventType>(body: string, expected: readonly Type[]): EventOf<Type> {
  const envelope = parse(Envelope, parseJson(body));
  const type = expected.find((each) => each === envelope.type);
  if (!type)
    throw new UndecodableEvent(`The event is of the type ${envelope.type}, which is not expected here.`);
  return { ...envelope, type, data: parse(catalogue[type], envelope.data) } as EventOf<Type>;
}
