import { z } from 'zod';
import { currentTrace } from '../trace/trace.ts';
import { newPrefixedId } from '../ids/prefixed-id.ts';

/** Prefix of the ids of events. */
export const eventIdPrefix = 'ev';

/** A CloudEvents 1.0 envelope in structured JSON; `type` is the subject on the bus. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  /** The id of the entity that the event is about. */
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  tenantid: z.string(),
  correlationid: z.string(),
  traceparent: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

/** An event as an operation raises it. */
export interface NewEvent<Type extends string = string, Data = Record<string, unknown>> {
  /** Its id, if readers find it by another row. Default: a new one. */
  id?: string;
  type: Type;
  tenantId: string;
  /** The id of the entity that the event is about. */
  subject: string;
  data: Data;
}

/** Wraps an event in its envelope, with its id and the trace of the current work. */
export function createEnvelope(event: NewEvent, source: string, now: Date): Envelope {
  const trace = currentTrace();
  return {
    specversion: '1.0',
    id: event.id ?? newPrefixedId(eventIdPrefix),
    source,
    type: event.type,
    subject: event.subject,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    tenantid: event.tenantId,
    correlationid: trace?.correlationId ?? '',
    ...(trace?.traceparent && { traceparent: trace.traceparent }),
    data: event.data,
  };
}
