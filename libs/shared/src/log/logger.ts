import { destination, pino, type Logger as PinoLogger } from 'pino';
import { currentTrace } from '../context/request-context.ts';

export type Logger = PinoLogger;

export interface LogOptions {
  service: string;
  environment: string;
  level: string;
}

/** Names whose values never reach a log line, at any of the depths where they occur here. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'refreshToken',
  'identityToken',
];

/**
 * Makes the process's logger: JSON lines on standard output, each with the service, the environment and the trace of
 * the work at hand. Lines are written in batches, because one write per line costs more than the request it tells of.
 */
export function createLogger({ service, environment, level }: LogOptions): Logger {
  return pino(
    {
      level,
      base: { service, environment },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      mixin: () => ({ ...currentTrace() }),
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination({ dest: 1, sync: false, minLength: 8192, maxWrite: 65_536, periodicFlush: 250 }),
  );
}
