import { currentTrace, withTrace } from './trace.ts';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Attributes of a span: names of OpenTelemetry's conventions, or `pas.` and a word. Never a personal value. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that a span describes. */
export interface NewSpan {
  /** Few different names: a method and a route, or a verb and a subject. */
  name: string;
  kind: SpanKind;
  /** The `traceparent` of the work that has caused this one; null without one. */
  parent: string | null;
  attributes?: SpanAttributes;
}

/** End of a piece of work. */
export interface SpanEnd {
  /** Replaces the first name, if the work has learnt a better one. */
  name?: string;
  attributes?: SpanAttributes;
  /** Whether the work has failed. */
  isFailed: boolean;
}

export interface OpenSpan {
  /** The `traceparent` for work that this one causes. */
  readonly traceparent: string;
  end(end: SpanEnd): void;
}

/** Records spans for export. */
export interface SpanRecorder {
  start(span: NewSpan): OpenSpan;
  /** Exports the rest. */
  stop(): Promise<void>;
}

let recorder: SpanRecorder | null = null;

/** Records the spans of this process from now on; null records none. */
export function recordSpansBy(next: SpanRecorder | null): void {
  recorder = next;
}

/** Whether this process records spans. */
export const recordsSpans = (): boolean => recorder !== null;

/** Starts a span. Returns null while this process records none; that costs one comparison. */
export const startSpan = (span: NewSpan): OpenSpan | null => recorder?.start(span) ?? null;

/**
 * Runs work in a span. Without a recorder it only runs the work.
 *
 * @param span without a parent, the trace of the current work is the parent
 */
export async function inSpan<Result>(
  { parent, ...span }: Omit<NewSpan, 'parent'> & { parent?: string | null },
  work: () => Promise<Result>,
): Promise<Result> {
  if (recorder === null) return work();
  const trace = currentTrace();
  const open = recorder.start({ ...span, parent: parent ?? trace?.traceparent ?? null });
  let isFailed = true;
  try {
    const { traceparent } = open;
    const result = await withTrace({ correlationId: trace?.correlationId ?? '', traceparent }, work);
    isFailed = false;
    return result;
  } finally {
    open.end({ isFailed });
  }
}
