import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync, randomUUIDv7 } from 'node:crypto';

/** The ids that go with one piece of work into every log line and event. */
export interface Trace {
  /** The caller's or a minted id, 8 to 64 characters. */
  correlationId: string;
  /** W3C Trace Context, `00-<trace id>-<span id>-<flags>`. */
  traceparent: string | null;
}

const storage = new AsyncLocalStorage<Trace>();

const correlationIdPattern = /^[A-Za-z0-9._-]{8,64}$/;
const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Takes the caller's correlation id where it is well formed, and mints one (UUIDv7) where it isn't. */
export function chooseCorrelationId(offered: string | undefined): string {
  return offered !== undefined && correlationIdPattern.test(offered) ? offered : randomUUIDv7();
}

/** Takes a `traceparent` header where it is well formed (W3C Trace Context, section 3.2). */
export function readTraceparent(offered: string | undefined): string | null {
  return offered !== undefined && traceparentPattern.test(offered) ? offered : null;
}

const [traceBytes, spanBytes] = [16, 8];
/** Randomness for many traces, because drawing it costs a hundred times what it costs to use. */
const drawn = Buffer.alloc(256 * (traceBytes + spanBytes));
let used = drawn.length;

/** Starts a trace at the edge where the caller sent none; the program that records spans decides on sampling. */
export function mintTraceparent(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const traceId = drawn.toString('hex', used, used + traceBytes);
  const spanId = drawn.toString('hex', used + traceBytes, used + traceBytes + spanBytes);
  used += traceBytes + spanBytes;
  return `00-${traceId}-${spanId}-00`;
}

/** Runs `work` so that everything it starts sees this trace. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  return storage.run(trace, work);
}

/** The trace of the work at hand; undefined at start-up and in timers without a request. */
export function currentTrace(): Trace | undefined {
  return storage.getStore();
}
