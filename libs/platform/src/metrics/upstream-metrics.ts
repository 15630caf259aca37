import { Counter } from 'prom-client';

/**
 * Assertions that a service refused. Each one needs an operator. The clocks differ by more than a minute, or the
 * service lacks the key of the gateway.
 */
export const assertionRefusals = new Counter({
  name: 'upstream_assertion_refusals_total',
  help: 'Assertions that a service refused, by service, environment and outcome of the request (repeated, failed).',
  labelNames: ['upstream', 'outcome'],
});

/** Requests that the gateway shed because too many were running. */
export const shedRequests = new Counter({
  name: 'gateway_shed_requests_total',
  help: 'Requests that the gateway shed, by route group, class of places and reason (full, own_share_full).',
  labelNames: ['group', 'places', 'reason'],
});
