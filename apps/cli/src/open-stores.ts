import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@pas/shared/errors/raise';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases, disconnectDatabases } from '@pas/platform/mongo/connections';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import type { BusConfig, CliConfig } from './config.ts';

/** A command prints only its answer, so the log lines of libraries are dropped. */
export const silentLog = createLogger({ service: 'cli', environment: 'none', level: 'silent' });

/** Turns a failed server selection into a message with the settings to check. */
export const raiseUnanswered =
  (settings = 'MONGO_URL and CONTROL_MONGO_URL') =>
  (error: unknown): never => {
    if ((error as Error).name !== 'MongoServerSelectionError') throw error;
    throw unavailable(`A database does not answer. Check ${settings}, and whether MongoDB runs.`);
  };

/** Runs a command's work with both databases open. */
export async function withDatabases<T>(config: CliConfig, work: () => Promise<T>): Promise<T> {
  trustAuthorities(config.TLS_CA_FILE);
  const urls = { core: config.MONGO_URL, control: config.CONTROL_MONGO_URL ?? config.MONGO_URL };
  await connectDatabases(urls).catch(raiseUnanswered());
  try {
    return await work();
  } finally {
    await disconnectDatabases();
  }
}

const busTimeoutMs = 5000;

async function untilConnected(bus: Bus): Promise<void> {
  const deadline = Date.now() + busTimeoutMs;
  while (!bus.isConnected()) {
    if (Date.now() > deadline) throw unavailable('The event bus does not answer. Check NATS_URL.');
    await pause(20);
  }
}

/** Runs a command's work with the event bus open. */
export async function withConnectedBus<T>(url: string, work: (bus: Bus) => Promise<T>): Promise<T> {
  const bus = connectBus({ url, name: 'pas', log: silentLog });
  try {
    await untilConnected(bus);
    return await work(bus);
  } finally {
    await bus.close();
  }
}

/** Runs a command's work with both databases and the event bus open. */
export async function withBus<T>(config: BusConfig, work: (bus: Bus) => Promise<T>): Promise<T> {
  return withDatabases(config, () => withConnectedBus(config.NATS_URL, work));
}
