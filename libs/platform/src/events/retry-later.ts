import { Fault } from '../errors/fault.ts';
import { errorLayers, isStoreUnavailable } from '../mongo/store-unavailable.ts';

/**
 * Error for an unavailable dependency. When a handler throws it, the event is delivered again later, and no failure is
 * counted.
 */
export class RetryLater extends Error {
  /** The wait in milliseconds; null for growing waits. */
  readonly afterMs: number | null;

  constructor(message: string, options: ErrorOptions & { afterMs?: number } = {}) {
    super(message, options);
    this.name = 'RetryLater';
    this.afterMs = options.afterMs ?? null;
  }
}

/** Names of errors of NATS' client, and of the timeout of an abort signal. */
const unavailableNames = /^(NatsError|TimeoutError)$/;

/** Error codes of Node's system errors, its HTTP client and the SMTP client, without faults of the request itself. */
const networkCodes =
  /^(ECONN|EHOST|ENET|UND_ERR_(?!INVALID_|NOT_SUPPORTED|REQ_)|(ETIMEDOUT|EPIPE|ESOCKET|EDNS|EAI_AGAIN|ENOTFOUND)$)/;

const unavailableKinds = new Set<unknown>(['unavailable', 'bad_upstream', 'upstream_timeout']);

function isUnavailable(error: Error): boolean {
  if (error instanceof RetryLater || unavailableNames.test(error.name) || isStoreUnavailable(error))
    return true;
  if (error instanceof Fault) return unavailableKinds.has(error.kind);
  return networkCodes.test(String((error as NodeJS.ErrnoException).code));
}

/**
 * Whether an error means that MongoDB, the network or an upstream is unavailable. Its causes are checked too, because
 * clients wrap the errors of the socket.
 */
export function isInfrastructureError(error: unknown): boolean {
  return errorLayers(error).some(isUnavailable);
}
