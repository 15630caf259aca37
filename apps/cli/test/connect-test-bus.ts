import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { waitUntil } from '@pas/testing/wait-until';

/** Connects a test to a bus, and waits for the connection. */
export async function connectTestBus(url: string): Promise<Bus> {
  const log = createLogger({ service: 'test', environment: 'DEV', level: 'silent' });
  const bus = connectBus({ url, name: 'test', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  return bus;
}
