import type { HealthCheck } from '../health/readiness.ts';
import type { Logger } from '../log/logger.ts';

/** State of the bus, as its connection knows it. */
export interface BusStatus {
  /** Whether the connection is open. */
  isUp: boolean;
  /** Whether the server has answered the client's pings. A frozen server keeps its connections and answers none. */
  isAnswering: boolean;
  /** A stream or consumer that was missing or stored nothing when it was needed, and the end of this finding. */
  missing: { message: string; until: number } | null;
}

/** The time for which a missing stream or consumer is reported. A program that needs it asks again each second. */
const missingForMs = 4000;

/** The time for which a full stream is reported, in milliseconds: longer than pauses between publications. */
const notStoringForMs = 15_000;

/** A publication that failed. */
interface FailedPublication {
  subject: string;
  error: unknown;
}

/**
 * Records a publication that no stream acknowledged in time, as with a full disk. The server still answers pings then.
 * Ignores other failures.
 */
export function recordNotStoring(status: BusStatus | null, { subject, error }: FailedPublication): void {
  if (!status || (error as { code?: string }).code !== 'TIMEOUT') return;
  const message = `does not store ${subject}: its disk may be full`;
  status.missing = { message, until: performance.now() + notStoringForMs };
}

/** Records that a stream or a consumer is missing. `until` is a time of `performance.now()`. */
export function recordMissing(status: BusStatus | null, message: string): void {
  if (status) status.missing = { message, until: performance.now() + missingForMs };
}

/** An event of the client library. */
interface StatusEvent {
  type: string;
  data: unknown;
}

/** Follows the pings and reconnects of a connection. Logs its loss and its return. */
export async function followStatus(
  status: BusStatus,
  events: AsyncIterable<StatusEvent>,
  log: Logger,
): Promise<void> {
  log.info('the event bus is connected');
  for await (const { type, data } of events) {
    // Emitted with each ping. The data is the number of unanswered pings, this one included.
    if (type === 'pingTimer') status.isAnswering = data === '1';
    // The server refuses a publication or a subscription for which the user of the bus has no right.
    if (type === 'error') log.error({ reason: data }, 'the event bus has refused something');
    if (type === 'disconnect') log.warn('the event bus is unavailable; events wait in the outbox');
    if (type === 'reconnect') log.info('the event bus is available again');
    if (type === 'disconnect' || type === 'reconnect') {
      status.isUp = type === 'reconnect';
      status.isAnswering = status.isUp;
    }
  }
}

/** Makes the check of the bus. Without it, requests are still served, and events wait in the outbox. */
export function busCheck(bus: { status(): BusStatus }): HealthCheck {
  return {
    name: 'nats',
    isCritical: false,
    check: () => {
      const { isUp, isAnswering, missing } = bus.status();
      if (!isUp) throw new Error('is unavailable');
      if (!isAnswering) throw new Error('does not answer');
      if (missing && performance.now() < missing.until) throw new Error(missing.message);
      return undefined;
    },
  };
}
