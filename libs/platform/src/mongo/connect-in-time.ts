import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import { connectDatabases } from './connections.ts';

const reconnectMs = 1000;

/** The time for which a request waits for a connection, in milliseconds. Its caller can repeat it. */
const requestWaitMs = 2000;

/** Configured addresses of the databases. */
export interface DatabaseUrls {
  MONGO_URL: string;
  CONTROL_MONGO_URL?: string | undefined;
}

/**
 * Opens the databases. Waits for a database that starts later or is unavailable.
 *
 * @param connectionWaitMs the time for which an operation waits for a connection
 */
export async function connectInTime(
  { MONGO_URL, CONTROL_MONGO_URL }: DatabaseUrls,
  log: Logger,
  connectionWaitMs = requestWaitMs,
): Promise<void> {
  const urls = { core: MONGO_URL, control: CONTROL_MONGO_URL ?? MONGO_URL };
  for (;;) {
    try {
      return await connectDatabases(urls, { connectionWaitMs });
    } catch (err) {
      log.warn({ err }, 'a database is unavailable; connecting until it answers');
      await pause(reconnectMs);
    }
  }
}
