import { setTimeout as pause } from 'node:timers/promises';
import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { declareBus } from '@pas/shared/events/declare-bus';

const connectPollMs = 50;

/** Waits for nats-server, which starts concurrently, and creates the streams and consumers of an environment. */
export async function declareLocalBus(environment: string, url: string, replicas: number): Promise<void> {
  const log = createLogger({ service: 'cli', environment, level: 'silent' });
  const bus = connectBus({ url, name: 'declarer', log });
  while (!bus.isConnected()) await pause(connectPollMs);
  await declareBus(bus, replicas);
  await bus.close();
}
