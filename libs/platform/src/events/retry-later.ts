import { Fault } from '../errors/fault.ts';
import { isStoreAway } from '../mongo/store-away.ts';

/**
 * What the work needs is away for now: nothing is wrong with the event itself. Thrown by a handler, it brings the event
 * back later without counting against it.
 */
export class RetryLater extends Error {
  /** When it is known how long to wait, in milliseconds; the waits grow otherwise. */
  readonly afterMs: number | null;

  constructor(message: string, options: ErrorOptions & { afterMs?: number } = {}) {
    super(message, options);
    this.name = 'RetryLater';
    this.afterMs = options.afterMs ?? null;
  }
}

/** Errors of NATS' client, and of an abort signal whose time is up. */
const awayNames = /^(NatsError|TimeoutError)$/;

/** Of Node's system errors, its HTTP client and the SMTP client. */
const networkCodes = /^(ECONN|EHOST|ENET|UND_ERR_|(ETIMEDOUT|EPIPE|ESOCKET|EDNS|EAI_AGAIN|ENOTFOUND)$)/;

const awayKinds = new Set<unknown>(['unavailable', 'bad_upstream', 'upstream_timeout']);

function isAway(error: Error): boolean {
  if (error instanceof RetryLater || awayNames.test(error.name) || isStoreAway(error)) return true;
  if (error instanceof Fault) return awayKinds.has(error.kind);
  return networkCodes.test(String((error as NodeJS.ErrnoException).code));
}

/**
 * Whether an error tells that MongoDB, the network or an upstream is away, and not that the work itself is wrong. Its
 * causes are looked at too, since clients wrap what the socket told them.
 */
export function isInfrastructureError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isAway(cause)) return true;
  return false;
}
