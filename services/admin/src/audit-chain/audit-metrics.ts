import { Counter, Histogram } from 'prom-client';

/** Lag of the audit. It rises while the consumer is down, and when it seals too slowly. */
export const sealSeconds = new Histogram({
  name: 'audit_seal_duration_seconds',
  help: 'Time from the commit of a change until its audit record is sealed.',
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600],
});

/** Checkpoints outside the database. `refused` means that a chain lacks a record, and needs an operator. */
export const checkpoints = new Counter({
  name: 'audit_checkpoints_total',
  help: 'Checkpoints of audit chains, by result (written, failed, refused).',
  labelNames: ['result'],
});

// An increase shows only in a series that exists already.
for (const result of ['written', 'failed', 'refused']) checkpoints.inc({ result }, 0);
