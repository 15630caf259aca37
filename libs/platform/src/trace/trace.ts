import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync, randomUUIDv7 } from 'node:crypto';

/** Ids that connect the log lines and events of one piece of work. */
export interface Trace {
  /** The caller's id or a new one, 8 to 64 characters. */
  correlationId: string;
  /** W3C Trace Context, `00-<trace id>-<span id>-<flags>`. */
  traceparent: string | null;
}

const storage = new AsyncLocalStorage<Trace>();

const correlationIdPattern = /^[A-Za-z0-9._-]{8,64}$/;
const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the caller's correlation id if it is well formed, else a new one (UUIDv7). */
export function chooseCorrelationId(offered: string | undefined): string {
  return offered !== undefined && correlationIdPattern.test(offered) ? offered : randomUUIDv7();
}

/** Returns a `traceparent` header if it is well formed (W3C Trace Context, section 3.2), else null. */
export function readTraceparent(offered: string | undefined): string | null {
  return offered !== undefined && traceparentPattern.test(offered) ? offered : null;
}

const [traceBytes, spanBytes] = [16, 8];
/** Random bytes for many traces, because a draw costs a hundred times as much as their use. */
const drawn = Buffer.alloc(256 * (traceBytes + spanBytes));
let used = drawn.length;

/** Starts a trace at the edge if the caller sent none. The program that records spans decides on sampling. */
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

/** Runs `work` with a trace, which all work that it starts inherits. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  return storage.run(trace, work);
}

/** Returns the trace of the current work; undefined at start-up and in timers without a request. */
export function currentTrace(): Trace | undefined {
  return storage.getStore();
}
