import type { PushAnswer } from '@pas/shared/push/push-message';
import { Histogram } from 'prom-client';

const seconds = new Histogram({
  name: 'call_ring_duration_seconds',
  help: 'Time from the event of a ringing call until a push service has accepted a message about it.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10],
});

/**
 * Records when a device of a call rings. A message that is not accepted is not recorded here, but in
 * `push_messages_total`.
 *
 * @param startedAt the time of the event, in milliseconds since 1970
 */
export function timeRinging(startedAt: number, { result }: PushAnswer): void {
  if (result === 'ACCEPTED') seconds.observe((Date.now() - startedAt) / 1000);
}
