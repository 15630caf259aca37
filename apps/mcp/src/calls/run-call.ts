import { createHash, randomUUID } from 'node:crypto';
import type { AdminClient, Answer, Call, CallOptions } from '@pas/client';
import canonicalize from 'canonicalize';
import type { AgentSession } from './agent-session.ts';
import type { OperationCall } from './split-arguments.ts';

type Method = (...values: unknown[]) => Call<unknown>;

/** Finds a method of the client by its name, such as `onboarding.invites.dispatch`. */
function methodOf(client: AdminClient, name: string): Method {
  const found = name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], client);
  return found as Method;
}

/** Hashes values that have a canonical JSON form (RFC 8785). */
export function hashOf(...values: unknown[]): string {
  return createHash('sha256')
    .update(canonicalize(values) ?? '')
    .digest('hex');
}

/** Writes a header as UTF-8 bytes: `fetch` takes one character for each byte. */
export const headerText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/**
 * Returns the Idempotency-Key of a call: the same session, operation and arguments have the same key. So a model that
 * repeats a call, because its answer was lost, gets the first answer. A dry run has a key of its own, because its answer
 * must be that of now.
 */
function keyOf(session: AgentSession, { operation, path, query, body, reason }: OperationCall): string {
  if (query['dryRun'] === true || body?.['dryRun'] === true) return `mcp-${randomUUID()}`;
  return `mcp-${hashOf(session.id, operation.name, path, query, body, reason)}`;
}

/**
 * Runs a call with the key of the session.
 *
 * @throws ApiError for a refused request, ConnectionFailedError, DeadlineError
 */
export async function runCall(session: AgentSession, call: OperationCall): Promise<Answer<unknown>> {
  const { operation, path, query, body, reason } = call;
  const options: CallOptions = {
    idempotencyKey: keyOf(session, call),
    timeoutMs: 40_000,
    ...(reason !== null && { reason: headerText(reason) }),
  };
  const run = methodOf(session.client, operation.method);
  const values = body === null ? [...path] : [...path, body];
  const rest = operation.verb === 'GET' ? [query, options] : [{ ...options, query }];
  return run(...values, ...rest).withResponse();
}
