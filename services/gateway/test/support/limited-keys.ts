import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { call, type Answer, type CallOptions } from './http-call.ts';
import { addKey, type AddedKey } from './rows.ts';

/** Adds a key with a limit. */
export function limitedKey(
  tenantId: string,
  rateLimit: { limit: number; windowSeconds?: number },
  overrides: Partial<ApiKeyRow> = {},
): Promise<AddedKey> {
  return addKey(tenantId, { rateLimit: { windowSeconds: 60, ...rateLimit }, ...overrides });
}

/** A request with a key. */
export interface KeyedCall extends CallOptions {
  port: number;
  path?: string;
}

export function sendWithKey({ headers }: Pick<AddedKey, 'headers'>, options: KeyedCall): Promise<Answer> {
  const { port, path = '/api/admin/units', ...more } = options;
  return call(port, path, { ...more, headers: { ...headers, ...more.headers } });
}

/** Sends requests at once. */
export function burst(count: number, make: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

/** Counts answers by status. */
export function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** `RateLimit-Policy` and `RateLimit`. */
export function fieldsOf({ headers }: Answer): unknown[] {
  return [headers['ratelimit-policy'], headers['ratelimit']];
}
