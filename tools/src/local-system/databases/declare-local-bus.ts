import { setTimeout as pause } from 'node:timers/promises';
import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';

const connectPollMs = 50;

/** A cluster accepts clients before its servers have elected a leader. */
const [maxTries, retryMs] = [60, 500];

/** Waits for nats-server, which starts concurrently, and creates the streams and consumers of an environment. */
export async function declareLocalBus(environment: string, url: string, replicas: number): Promise<void> {
  const log = createLogger({ service: 'cli', environment, level: 'silent' });
  const bus = connectBus({ url, name: 'declarer', log });
  while (!bus.isConnected()) await pause(connectPollMs);
  for (let left = maxTries; ; left -= 1) {
    try {
      await declareBus(bus, replicas);
      break;
    } catch (error) {
      if (left === 1) throw error;
      await pause(retryMs);
    }
  }
  await bus.close();
}
