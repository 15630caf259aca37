import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { currentTrace } from '../trace/trace.ts';
import { serializeError } from './serialize-error.ts';

export type Logger = PinoLogger;

export interface LogOptions {
  service: string;
  environment: string;
  level: string;
}

/** Names whose values never reach a log line, down to the third level: secrets, and how to reach a person. */
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
 * So many characters of lines are collected before they go on: one write for each line costs more than the request
 * itself.
 */
const batchLength = 32_768;

/**
 * Standard output, in batches. Lines are collected as a rope of strings, which is made flat once for each batch. The
 * destination would make its whole batch flat for each line to count its bytes; and its own periodic flush would write four
 * times a second where there is nothing to write.
 */
function standardOutput(): DestinationStream {
  const out = destination({ dest: 1, sync: false, maxWrite: 65_536 });
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
    // Called by pino, also when the process ends.
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

/** Many lines fall into one millisecond, and formatting its time costs as much as the rest of a line. */
function timestampMember(): string {
  const nowMs = Date.now();
  if (nowMs !== formattedMs) {
    formattedMs = nowMs;
    formatted = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return formatted;
}

/**
 * Makes the process's logger: JSON lines, each with the service, the environment and the trace of the work at hand.
 *
 * @param out where the lines go; standard output unless said
 */
export function createLogger(
  { service, environment, level }: LogOptions,
  out: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level,
      base: { service, environment },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: timestampMember,
      mixin: () => currentTrace() ?? {},
      // A line that names its trace itself is written as it is: lines on requests are too many to be copied.
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
