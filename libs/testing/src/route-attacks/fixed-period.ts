import type { Route } from '@pas/platform/http/define-route';

const dayMs = 24 * 3_600_000;
const startedAt = Date.now();
const from = new Date(startedAt - 20 * dayMs).toISOString();
const to = new Date(startedAt + dayMs).toISOString();

/**
 * Returns a query for one fixed period. Without it, a report covers the last days before the request, and no two
 * answers are equal.
 */
export function fixedPeriod({ query = {} }: Route): Record<string, string> {
  return Object.hasOwn(query, 'from') && Object.hasOwn(query, 'to') ? { from, to } : {};
}
