import { Counter } from 'prom-client';

/**
 * Assertions that a service refused. Any number of them needs an operator: the clocks differ by more than a minute, or
 * the service does not know the key of the gateway.
 */
export const assertionRefusals = new Counter({
  name: 'upstream_assertion_refusals_total',
  help: 'Assertions that a service refused, by service and environment, and by what came of the request (repeated, failed).',
  labelNames: ['upstream', 'outcome'],
});
