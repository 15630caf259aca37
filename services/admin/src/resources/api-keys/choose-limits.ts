import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import { maxKeyDays, defaultKeyDays } from '@pas/shared/api-keys/new-api-key';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import type { CreateApiKey } from './api-key.schema.ts';
import type { IssuerBounds } from './read-issuer.ts';

type RateLimit = ApiKeyRow['rateLimit'];

/** Lifetime and rate of a key. */
export type KeyLimits = Pick<ApiKeyRow, 'expiresAt' | 'rateLimit'>;

type RequestedLimits = Partial<CreateApiKey>;

const dayMs = 24 * 3600 * 1000;

/** The default rate of a key. */
const defaultRate: RateLimit = { limit: 600, windowSeconds: 60 };

const problem = (path: string, message: string): FieldProblem => ({ path, code: 'out_of_range', message });

/** Whether one rate allows more requests per second than another. */
export const exceeds = (a: RateLimit, b: RateLimit): boolean =>
  a.limit * b.windowSeconds > b.limit * a.windowSeconds;

function lifeProblems(expiresAt: Date, now: Date, bounds: IssuerBounds | null): FieldProblem[] {
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (lifeMs <= 0 || lifeMs > maxKeyDays * dayMs) {
    return [
      problem('expiresAt', `expiresAt: Expected a time in the future, at most ${maxKeyDays} days ahead.`),
    ];
  }
  if (bounds === null || expiresAt <= bounds.endsAt) return [];
  const end = bounds.endsAt.toISOString();
  return [problem('expiresAt', `expiresAt: Expected at most ${end}, the end of the key that issues it.`)];
}

function rateProblems(rate: RateLimit, bounds: IssuerBounds | null): FieldProblem[] {
  if (bounds === null || !exceeds(rate, bounds.rateLimit)) return [];
  const { limit, windowSeconds } = bounds.rateLimit;
  return [
    problem(
      'rateLimit.limit',
      `rateLimit.limit: Expected no higher rate than that of the key that issues it, ${limit} in ${windowSeconds} seconds.`,
    ),
  ];
}

/** Cuts a rate to that of the issuer's own key. */
export function cutRate(rate: RateLimit, bounds: IssuerBounds | null): RateLimit {
  return bounds !== null && exceeds(rate, bounds.rateLimit) ? bounds.rateLimit : rate;
}

/** Returns the requested rate of a key. A missing part has its default, cut to the issuer's rate. */
function chooseRate(requested: CreateApiKey['rateLimit'], bounds: IssuerBounds | null): RateLimit {
  if (requested?.limit === undefined && requested?.windowSeconds === undefined) {
    return cutRate(defaultRate, bounds);
  }
  const windowSeconds = requested.windowSeconds ?? defaultRate.windowSeconds;
  if (requested.limit !== undefined) return { limit: requested.limit, windowSeconds };
  if (bounds === null) return { limit: defaultRate.limit, windowSeconds };
  const { rateLimit: own } = bounds;
  const most = Math.max(1, Math.floor((own.limit * windowSeconds) / own.windowSeconds));
  return { limit: Math.min(defaultRate.limit, most), windowSeconds };
}

/** Returns the default end of a key: in 90 days, or at the end of the issuing key. */
function defaultEnd(now: Date, bounds: IssuerBounds | null): Date {
  const endsAt = now.getTime() + defaultKeyDays * dayMs;
  return new Date(Math.min(endsAt, bounds?.endsAt.getTime() ?? endsAt));
}

/**
 * Requires that the end and the rate of a key are allowed; a missing one is not checked.
 *
 * @throws invalid for an end in the past or too far ahead, and for limits beyond the issuer's own
 */
export function requireLimits(
  { expiresAt, rateLimit }: Partial<KeyLimits>,
  now: Date,
  bounds: IssuerBounds | null,
): void {
  const problems = [
    ...(expiresAt ? lifeProblems(expiresAt, now, bounds) : []),
    ...(rateLimit ? rateProblems(rateLimit, bounds) : []),
  ];
  if (problems.length > 0) throw invalid(problems);
}

/**
 * Chooses the end and the rate of a new key.
 *
 * @throws invalid for an end in the past or too far ahead, and for limits beyond the issuer's own
 */
export function chooseLimits(input: RequestedLimits, now: Date, bounds: IssuerBounds | null): KeyLimits {
  const rateLimit = chooseRate(input.rateLimit, bounds);
  const expiresAt = input.expiresAt ?? defaultEnd(now, bounds);
  requireLimits({ expiresAt, rateLimit }, now, bounds);
  return { expiresAt, rateLimit };
}
