import type { CallOptions, QueryValues } from './options.ts';
import type { Operation } from './operation.ts';

/** A request that can be sent several times. */
export interface BuiltRequest {
  url: string;
  method: string;
  headers: Headers;
  body: NonNullable<RequestInit['body']> | null;
  /** A token that replaces the credentials of the client; null for all but one operation. */
  ownToken: string | null;
  options: CallOptions;
  /** Time that the service may wait before it answers, in milliseconds. */
  waitMs: number;
}

/** Settings of a client for the requests of all its operations. */
export interface RequestDefaults {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** The tenant in which a platform key acts; null for every other caller. */
  tenantId: string | null;
}

interface Arguments {
  path: string;
  body: unknown;
  query: QueryValues;
  ownToken: string | null;
  options: CallOptions;
}

/**
 * Encodes a path parameter.
 *
 * @throws TypeError for a value that would lead to another path
 */
function encodeParameter(operation: Operation, value: unknown): string {
  const isText = typeof value === 'string' && !['', '.', '..'].includes(value);
  if (!isText) throw new TypeError(`${operation.name}: ${String(value)} is not an id`);
  return encodeURIComponent(value);
}

/** Assigns the arguments of a method: path parameters in order, then body or query, then options. */
function readArguments(operation: Operation, values: readonly unknown[]): Arguments {
  const rest = [...values];
  const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeParameter(operation, rest.shift()));
  const hasIdentity = operation.has('i');
  const identity = hasIdentity ? (rest.shift() as { identityToken: string }) : null;
  const body = operation.has('b') ? rest.shift() : undefined;
  const read = operation.method === 'GET' ? rest.shift() : undefined;
  const { query, ...options } = (rest.shift() ?? {}) as CallOptions & { query?: QueryValues };
  const given = (read ?? query ?? {}) as QueryValues;
  return { path, body, query: given, ownToken: identity?.identityToken ?? null, options };
}

function writeQuery(query: QueryValues): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  return pairs.length === 0 ? '' : `?${text.toString()}`;
}

/** Encodes a body, and sets its media type unless `fetch` derives it. */
function encodeBody(
  body: unknown,
  operation: Operation,
  headers: Headers,
  type?: string,
): BuiltRequest['body'] {
  if (body === undefined) return null;
  if (body instanceof FormData || body instanceof URLSearchParams) return body;
  if (operation.has('f')) return new URLSearchParams(body as Record<string, string>);
  if (body instanceof Blob) {
    headers.set('content-type', type ?? (body.type || 'application/octet-stream'));
    return body;
  }
  if (typeof body === 'string' || body instanceof Uint8Array) {
    headers.set('content-type', type ?? 'text/csv');
    return body as BuiltRequest['body'];
  }
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

const optionHeaders = {
  environment: 'X-Admin-Env',
  onBehalfOf: 'X-Pas-On-Behalf-Of',
  reason: 'X-Pas-Reason',
} as const;

/** Sets the headers that options of the call name. */
function setOptionHeaders(headers: Headers, options: CallOptions): void {
  for (const [option, header] of Object.entries(optionHeaders)) {
    const value = options[option as keyof typeof optionHeaders];
    if (value !== undefined) headers.set(header, value);
  }
  const { ifMatch } = options;
  if (ifMatch !== undefined) headers.set('If-Match', typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch);
}

/**
 * Builds the request of a call. Its correlation id and its Idempotency-Key are made here, once, so that each try has
 * the same ones.
 */
export function buildRequest(
  operation: Operation,
  values: readonly unknown[],
  { baseUrl, headers: common, tenantId }: RequestDefaults,
): BuiltRequest {
  const { path, body, query, ownToken, options } = readArguments(operation, values);
  const headers = new Headers({
    Accept: operation.has('x') ? 'application/problem+json, */*;q=0.5' : 'application/json',
    ...common,
  });
  setOptionHeaders(headers, options);
  headers.set('X-Correlation-Id', options.correlationId ?? crypto.randomUUID());
  if (operation.has('k')) headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID());
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const encoded = encodeBody(body, operation, headers, options.contentType);
  const inTenant = operation.has('t') && tenantId !== null ? { tenantId, ...query } : query;
  return {
    url: `${baseUrl}${path}${writeQuery(inTenant)}`,
    method: operation.method,
    headers,
    body: encoded,
    ownToken,
    options,
    waitMs: Number(query['wait'] ?? 0) * 1000,
  };
}
