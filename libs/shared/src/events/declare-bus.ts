import type { Bus } from '@pas/platform/events/bus';
import { declareStreams } from '@pas/platform/events/declare-streams';
import { streams } from './streams.ts';
import { declaredConsumers } from './traffic.ts';

/**
 * Makes the streams and durable consumers of an environment, and gives those that are there what they lack.
 *
 * @param replicas copies of each stream: 3 in a cluster of three servers; default 1 for new streams, others keep theirs
 * @throws RetryLater while NATS is away, or an error of the client when the user of the bus may not declare
 */
export async function declareBus(bus: Bus, replicas?: number): Promise<void> {
  await declareStreams(bus, {
    streams,
    consumers: declaredConsumers,
    ...(replicas !== undefined && { replicas }),
  });
}
