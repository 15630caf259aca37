import { ConfigError, readConfig } from '@pas/platform/config/read-config';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { z } from 'zod';
import { TriggerConfig } from '../config.ts';

/** Error for a sandbox that is unreachable or refuses a request. The message states the remedy. */
export class TriggerError extends Error {
  override readonly name = 'TriggerError';
}

/** Client of the sandbox, which plays the providers. */
export interface SandboxClient {
  post<Schema extends z.ZodType>(path: string, body: object, schema: Schema): Promise<z.output<Schema>>;
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
}

/** Timeout in milliseconds, longer than the sandbox waits for further lines of a call. */
const timeoutMs = 40_000;

const Refusal = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** Returns the messages of a refusal by the sandbox, joined as sentences. */
function sentencesOf(refusal: unknown, status: number): string {
  const { data } = Refusal.safeParse(refusal);
  if (!data) return `The sandbox answers ${status}.`;
  return [data.message, ...data.errors.map(({ path, message }) => `${path}: ${message}`)].join(' ');
}

/**
 * Prepares requests to the sandbox.
 *
 * @throws ConfigError when no sandbox is configured, as in production
 */
export function openSandbox(environment: Readonly<Record<string, string | undefined>>): SandboxClient {
  const { SANDBOX_URL: url, TLS_CA_FILE: caFile } = readConfig(TriggerConfig, environment);
  if (url === undefined)
    throw new ConfigError(['SANDBOX_URL: is missing. pas trigger works with the sandbox of a local system.']);
  trustAuthorities(caFile);
  async function request<Schema extends z.ZodType>(
    path: string,
    init: RequestInit,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url + path, { ...init, signal }).catch((cause: unknown) => {
      throw new TriggerError(`The sandbox does not answer at ${url}. Start the local system.`, { cause });
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new TriggerError(sentencesOf(answer, response.status));
    return schema.parse(answer);
  }
  const headers = { 'content-type': 'application/json' };
  return {
    post: (path, body, schema) =>
      request(path, { method: 'POST', headers, body: JSON.stringify(body) }, schema),
    get: (path, schema) => request(path, {}, schema),
  };
}
