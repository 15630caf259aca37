import type { z } from 'zod';
import { Envelope } from './envelope.ts';

/** The types of a product's events, each with the schema of its data. */
export type Catalogue = Readonly<Record<string, z.ZodType<Record<string, unknown>>>>;

/** Events as a consumer sees them: the schema of `data` follows from `type`. */
export type EventOf<Events extends Catalogue, Type extends keyof Events> = {
  [Each in Type]: Omit<Envelope, 'type' | 'data'> & { type: Each; data: z.infer<Events[Each]> };
}[Type];

/** Error for an event that this release of the consumer can never read. */
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

/**
 * Reads an envelope as one of the expected events.
 *
 * @throws UndecodableEvent for an invalid envelope, an unexpected type, or data that the schema refuses
 */
export function decodeEvent<Events extends Catalogue, Type extends keyof Events & string>(
  input: unknown,
  catalogue: Events,
  expected: readonly Type[],
): EventOf<Events, Type> {
  const envelope = parse(Envelope, input);
  const type = expected.find((each) => each === envelope.type);
  if (!type)
    throw new UndecodableEvent(`The event is of the type ${envelope.type}, which is not expected here.`);
  return { ...envelope, type, data: parse(catalogue[type] as z.ZodType, envelope.data) } as EventOf<
    Events,
    Type
  >;
}
