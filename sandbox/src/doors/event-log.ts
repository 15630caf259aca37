import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** An event at a door, as the route that triggers it accepts it. */
export const DoorEventInput = z.union([
  z.strictObject({
    decision: z.enum(['GRANTED', 'DENIED']),
    method: z.enum(['APP', 'DTMF', 'PIN', 'STAFF', 'LINK']).default('PIN'),
    passId: z.string().min(1).optional(),
    occurredAt: z.iso.datetime().optional(),
  }),
  z.strictObject({ alarm: z.enum(['HELD', 'FORCED']), occurredAt: z.iso.datetime().optional() }),
]);

/** An event that a controller keeps until the system accepts it. */
export type DoorEvent = z.infer<typeof DoorEventInput> & { id: string; occurredAt: string };

/** Unreported events of controllers, by the reference of the door. */
export interface EventLog {
  add(ref: string, event: z.infer<typeof DoorEventInput>): DoorEvent;
  waitingAt(ref: string): readonly DoorEvent[];
  /** Removes an event that the system accepted. */
  forget(ref: string, event: DoorEvent): void;
}

/** Creates an empty log. Numbers events from the start of the process, as firmware does. */
export function createEventLog(): EventLog {
  const boot = randomBytes(4).toString('hex');
  const waiting = new Map<string, DoorEvent[]>();
  let count = 0;
  return {
    add(ref, event) {
      count += 1;
      const id = `boot-${boot}-${String(count).padStart(6, '0')}`;
      const added = { ...event, id, occurredAt: event.occurredAt ?? new Date().toISOString() };
      waiting.set(ref, [...(waiting.get(ref) ?? []), added]);
      return added;
    },
    waitingAt: (ref) => waiting.get(ref) ?? [],
    forget(ref, event) {
      const left = (waiting.get(ref) ?? []).filter((other) => other !== event);
      if (left.length > 0) waiting.set(ref, left);
      else waiting.delete(ref);
    },
  };
}
