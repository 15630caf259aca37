/** State of the rate limit of an API key. */
export interface RateLimit {
  /** Requests allowed in each window. */
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until one more request is allowed. */
  resetSeconds: number;
}

/** Reads the numbers of a structured field such as `"key";r=412;t=23`. */
function readNumbers(header: string | null): Readonly<Record<string, number>> {
  const members = (header ?? '').matchAll(/;\s*([a-z])=(\d+)/g);
  const numbers = Array.from(members, ([, name = '', digits]): [string, number] => [name, Number(digits)]);
  return Object.fromEntries(numbers);
}

/** Reads the headers `RateLimit` and `RateLimit-Policy`; null for an answer without them. */
export function readRateLimit(headers: Headers): RateLimit | null {
  const { r: remaining, t: resetSeconds } = readNumbers(headers.get('ratelimit'));
  const { q: limit, w: windowSeconds } = readNumbers(headers.get('ratelimit-policy'));
  if (remaining === undefined || limit === undefined) return null;
  return { limit, windowSeconds: windowSeconds ?? 0, remaining, resetSeconds: resetSeconds ?? 0 };
}
