/** Kinds of failure that an operation can raise. Only `http/render-error.ts` maps a kind to a status. */
export type FaultKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'too_large'
  | 'headers_too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'rate_limited'
  | 'internal'
  | 'bad_upstream'
  | 'unavailable'
  | 'upstream_timeout';

/** One problem of the input: a dotted path, a stable code, and a message with the remedy. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

export interface FaultDetails {
  /** For the log only; never leaves the process. */
  detail?: string;
  /** All problems of the input at once. */
  errors?: FieldProblem[];
  /** Response headers that belong to the answer, such as `Retry-After`. */
  headers?: Record<string, string>;
  /** The scope that the caller lacks. */
  scope?: string;
  /** Further members of the problem body (RFC 9457, section 3.2). */
  members?: Record<string, unknown>;
  /** The language of the person concerned, BCP 47; null if it is unknown. Only pages use it. */
  locale?: string | null;
  /**
   * The request was shed because too many are running. Thousands may be shed in a second, so the log gets sampled
   * lines.
   */
  isShed?: boolean;
  cause?: unknown;
}

/** An expected failure. `code` is stable for programs. `message` is for people and names the next step. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly code: string;
  readonly details: FaultDetails;

  constructor(kind: FaultKind, code: string, message: string, details: FaultDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}
