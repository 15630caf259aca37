import { Counter, Gauge } from 'prom-client';

/** Calls to the store for tokens, by outcome. Their number against the requests says how well leases work. */
export const leaseCalls = new Counter({
  name: 'rate_limit_lease_calls_total',
  help: 'Calls to the store for tokens of a rate limit, by outcome (answered, failed).',
  labelNames: ['outcome'],
});

/** Requests by the decision of the rate limit. */
export const limitedRequests = new Counter({
  name: 'rate_limit_requests_total',
  help: 'Requests with a rate limit, by decision (admitted, refused) and by what made it (lease, share without the store).',
  labelNames: ['decision', 'by'],
});

/** 1 while the store does not answer, and each process limits requests alone. */
export const unleasedMode = new Gauge({
  name: 'rate_limit_without_store',
  help: '1 while the store of rate limits does not answer and this process limits its share alone.',
});
