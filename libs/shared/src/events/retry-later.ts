import { Fault } from '../errors/fault.ts';

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

/** Errors of the drivers that tell of the server or the way to it, not of the command. */
const awayNames =
  /^(NatsError|TimeoutError|Mongo(Network|PoolCl|NotConnected|Topology|WaitQueue|OperationTimeout)|Mongo(ose)?ServerSelection)/;

/** Not primary, shutting down, interrupted, out of time, write conflict, no majority (MongoDB's error codes). */
const awayCodes = new Set<unknown>([
  6, 7, 24, 50, 64, 89, 91, 100, 112, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

const awayLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/** Of Node's system errors, its HTTP client and the SMTP client. */
const networkCodes = /^(ECONN|EHOST|ENET|UND_ERR_|(ETIMEDOUT|EPIPE|ESOCKET|EDNS|EAI_AGAIN|ENOTFOUND)$)/;

const awayKinds = new Set<unknown>(['unavailable', 'bad_upstream', 'upstream_timeout']);

function isAway(error: Error): boolean {
  if (error instanceof RetryLater || awayNames.test(error.name)) return true;
  if (error instanceof Fault) return awayKinds.has(error.kind);
  const { code, errorLabels = [] } = error as { code?: unknown; errorLabels?: readonly string[] };
  if (!error.name.startsWith('Mongo')) return networkCodes.test(String(code));
  return awayCodes.has(code) || awayLabels.some((label) => errorLabels.includes(label));
}

/**
 * Whether an error tells that MongoDB, the network or an upstream is away, and not that the work itself is wrong. Its
 * causes are looked at too, since clients wrap what the socket told them.
 */
export function isInfrastructureError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isAway(cause)) return true;
  return false;
}
