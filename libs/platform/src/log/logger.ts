import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { Counter } from 'prom-client';
import { currentTrace } from '../trace/trace.ts';
import { serializeError } from './serialize-error.ts';

export type Logger = PinoLogger;

export interface LogOptions {
  service: string;
  environment: string;
  level: string;
  /** The build, for each line. Without it lines name none. */
  build?: string;
}

/** Names whose values are redacted down to the third level: secrets, and contact data of people. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'refreshToken',
  'identityToken',
  'inviteToken',
  'inviteUrl',
  'pin',
  'email',
  'phone',
];

const flushAfterMs = 250;

/**
 * The number of characters that are collected before a write. One write for each line costs more than the request
 * itself.
 */
const batchLength = 32_768;

/** The most characters that wait for a stalled reader of standard output. Further batches are dropped. */
const maxWaiting = 16 * 1024 * 1024;

const dropped = new Counter({
  name: 'log_dropped_bytes_total',
  help: 'Bytes of log lines that were dropped, because nothing read standard output.',
});

/**
 * Writes to standard output in batches. Lines are collected as a rope of strings, which V8 flattens once for each
 * batch. The destination itself would flatten its whole batch for each line to count its bytes. Its periodic flush
 * would also write four times a second while idle.
 */
function standardOutput(): DestinationStream {
  const out = destination({ dest: 1, sync: false, maxWrite: 65_536, maxLength: maxWaiting });
  out.on('drop', (lines: string) => dropped.inc(lines.length));
  const write = out.write.bind(out);
  const flush = out.flush.bind(out);
  const flushSync = out.flushSync.bind(out);
  let batch = '';
  let timer: NodeJS.Timeout | undefined;
  const passOn = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    const lines = batch;
    batch = '';
    return lines === '' || write(lines);
  };
  return Object.assign(out, {
    write(line: string): boolean {
      batch += line;
      if (batch.length >= batchLength) return passOn();
      timer ??= setTimeout(passOn, flushAfterMs).unref();
      return true;
    },
    // pino calls it, also when the process ends.
    flush(done?: (error?: Error) => void): void {
      passOn();
      flush(done);
    },
    flushSync(): void {
      passOn();
      flushSync();
    },
  });
}

let formattedMs = NaN;
let formatted = '';

/** Formats the time of a line, once for each millisecond. Formatting costs as much as the rest of a line. */
function timestampMember(): string {
  const nowMs = Date.now();
  if (nowMs !== formattedMs) {
    formattedMs = nowMs;
    formatted = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return formatted;
}

/**
 * Makes the process's logger: JSON lines, each with the service, the environment and the trace of the current work.
 *
 * @param out the destination of the lines. Default: standard output
 */
export function createLogger(
  { service, environment, level, build }: LogOptions,
  out: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level,
      base: { service, environment, ...(build !== undefined && { build }) },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: timestampMember,
      mixin: () => currentTrace() ?? {},
      // A line that has its own trace is not copied, because the lines of the access log are too many.
      mixinMergeStrategy: (line, trace) => ('correlationId' in line ? line : { ...trace, ...line }),
      serializers: { err: serializeError },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    out,
  );
}
