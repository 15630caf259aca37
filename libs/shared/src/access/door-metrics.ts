import { Histogram } from 'prom-client';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import type { Outcome } from './end-attempt.ts';

const seconds = new Histogram({
  name: 'door_command_duration_seconds',
  help: 'Time from an unlock request until its end, by transport and result: confirmed, or the reason of the failure.',
  labelNames: ['adapter', 'result'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10],
});

/** Records the outcome of a command to a door, and the time since its request. */
export function countCommand({ controller, createdAt }: UnlockAttemptRow, { error }: Outcome): void {
  const labels = { adapter: controller.adapter, result: error ?? 'confirmed' };
  seconds.observe(labels, (Date.now() - createdAt.getTime()) / 1000);
}
