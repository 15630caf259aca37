/** A try of a call. */
export interface AttemptInfo {
  /** Name of the method, such as `units.ensure`. */
  operation: string;
  method: string;
  /** Contains the token of an invite or a pass, if the call has one. */
  url: string;
  /** 1 for the first try. */
  attempt: number;
  correlationId: string;
}

/** A request, before it is sent. */
export interface RequestInfo extends AttemptInfo {
  /** May be changed, such as to add `traceparent`. Do not log them: they contain the credentials. */
  headers: Headers;
}

/** An answer, or a lost connection, after a request. */
export interface ResponseInfo extends AttemptInfo {
  /** Null if the connection was refused or lost. */
  status: number | null;
  error: Error | null;
  durationMs: number;
}

/** Options of every client. */
export interface ClientOptions {
  /** Address of the gateway, such as `https://access.example.com`. */
  baseUrl: string;
  /** Deadline of a call with all its tries, in milliseconds; 60,000 by default. */
  timeoutMs?: number;
  /** Tries after the first one; 4 by default. */
  maxRetries?: number;
  /** Headers of each request. */
  headers?: Readonly<Record<string, string>>;
  onRequest?: (request: RequestInfo) => void | Promise<void>;
  onResponse?: (response: ResponseInfo) => void | Promise<void>;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** Options of a single call. */
export interface CallOptions {
  /** Version or ETag that the resource must still have. A number is a version. */
  ifMatch?: number | string;
  /** Replaces the key that the client makes for a POST that takes one (1 to 255 printable ASCII characters). */
  idempotencyKey?: string;
  /** Names the call in logs and audit records; 8 to 64 letters, digits, `.`, `_` or `-`. */
  correlationId?: string;
  /** Environment of the Admin API, such as `TEST`. */
  environment?: string;
  /** The person for whom an API key acts, for the audit. */
  onBehalfOf?: string;
  /** The reason of the request, for the audit. */
  reason?: string;
  timeoutMs?: number;
  maxRetries?: number;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** Media type of a body of text or bytes; `text/csv` by default. */
  contentType?: string;
}

/** Values of a query. Undefined ones are left out, arrays are joined by commas. */
export type QueryValues = Readonly<Record<string, unknown>>;
