import type { Bus } from './bus.ts';
import type { StreamDeclaration } from './declarations.ts';

/**
 * Creates the streams that are missing. Publishers and consumers call it as often as they like: at their start, and again
 * when a stream turns out to be gone.
 *
 * @throws RetryLater or a client error while NATS is away
 */
export async function ensureStreams(bus: Bus, streams: readonly StreamDeclaration[]): Promise<void> {
  for (const stream of streams) await bus.ensureStream(stream);
}
