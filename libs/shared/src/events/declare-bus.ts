import type { Bus } from '@pas/platform/events/bus';
import { declareStreams } from '@pas/platform/events/declare-streams';
import { streams } from './streams.ts';
import { declaredConsumers } from './traffic.ts';

/**
 * Creates the streams and durable consumers of an environment, and updates existing ones.
 *
 * @param replicas copies of each stream: 3 in a cluster of three servers. Default: 1 for new streams; existing ones
 *   keep theirs.
 * @throws RetryLater while NATS is unavailable; the client's error when the bus user may not declare
 */
export async function declareBus(bus: Bus, replicas?: number): Promise<void> {
  await declareStreams(bus, {
    streams,
    consumers: declaredConsumers,
    ...(replicas !== undefined && { replicas }),
  });
}
