import type { HealthCheck } from '../health/readiness.ts';
import type { Logger } from '../log/logger.ts';

/** What a connection has told of its server. */
export interface BusStatus {
  /** Whether the connection is there. */
  isUp: boolean;
  /** Whether the server has answered the client's pings; a frozen one keeps its connections and does not. */
  isAnswering: boolean;
  /** A stream or consumer that was not there when it was needed, and until when that counts. */
  lack: { message: string; until: number } | null;
}

/** How long a missing stream or consumer counts. A program that needs it asks again each second. */
const lackMs = 4000;

/** Notes that a stream or a consumer is not there, as `performance.now()` counts time. */
export function noteLack(status: BusStatus | null, message: string): void {
  if (status) status.lack = { message, until: performance.now() + lackMs };
}

/** An event of the client, by its name there. */
interface StatusEvent {
  type: string;
  data: unknown;
}

/** Follows a connection's own pings and reconnecting, and says in the log when it is lost and when it is back. */
export async function followStatus(
  status: BusStatus,
  events: AsyncIterable<StatusEvent>,
  log: Logger,
): Promise<void> {
  log.info('the event bus is connected');
  for await (const { type, data } of events) {
    // Comes with each ping, and counts those that wait for their answer, this one included.
    if (type === 'pingTimer') status.isAnswering = data === '1';
    // The server says so of a publication or a subscription that the user of the bus has no right to.
    if (type === 'error') log.error({ reason: data }, 'the event bus has refused something');
    if (type === 'disconnect') log.warn('the event bus is unavailable; events wait in the outbox');
    if (type === 'reconnect') log.info('the event bus is available again');
    if (type === 'disconnect' || type === 'reconnect') {
      status.isUp = type === 'reconnect';
      status.isAnswering = status.isUp;
    }
  }
}

/** Whether the bus answers. Without the bus, requests are still served: events wait in the outbox. */
export function busCheck(bus: { status(): BusStatus }): HealthCheck {
  return {
    name: 'nats',
    isCritical: false,
    check: () => {
      const { isUp, isAnswering, lack } = bus.status();
      if (!isUp) throw new Error('is unavailable');
      if (!isAnswering) throw new Error('does not answer');
      if (lack && performance.now() < lack.until) throw new Error(lack.message);
      return undefined;
    },
  };
}
