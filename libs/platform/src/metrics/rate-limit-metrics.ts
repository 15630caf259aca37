import { Counter, Gauge } from 'prom-client';

/** Calls to the store for tokens, by outcome. Their ratio to the requests shows how well leases work. */
export const leaseCalls = new Counter({
  name: 'rate_limit_lease_calls_total',
  help: 'Calls to the store for tokens of a rate limit, by outcome (answered, failed).',
  labelNames: ['outcome'],
});

type DecisionLabel = 'decision' | 'by';

/** Requests with one decision that are not in the counter yet. */
interface DecisionTally {
  readonly labels: Readonly<Record<DecisionLabel, string>>;
  count: number;
}

const tallies: DecisionTally[] = [];

/** Requests by the decision of the rate limit. Tallies count them, and the counter adds the tallies when it is read. */
const limitedRequests = new Counter<DecisionLabel>({
  name: 'rate_limit_requests_total',
  help: 'Requests with a rate limit, by decision (admitted, refused) and its basis (lease, share without the store).',
  labelNames: ['decision', 'by'],
  collect() {
    for (const tally of tallies) {
      this.inc(tally.labels, tally.count);
      tally.count = 0;
    }
  },
});

/** Makes the tally of one decision. Finding a series by its labels costs more than the rest of a decision. */
export function tallyDecisions(labels: DecisionTally['labels']): DecisionTally {
  // Creates the series with the value 0.
  limitedRequests.inc(labels, 0);
  const tally = { labels, count: 0 };
  tallies.push(tally);
  return tally;
}

/** 1 while the store does not answer and each process limits requests alone. */
export const unleasedMode = new Gauge({
  name: 'rate_limit_without_store',
  help: '1 while the store of rate limits does not answer and this process limits its share alone.',
});
