import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection } from 'nats';
import { UnlockCommand, type DoorBook } from './door-book.ts';

/** The controllers on one bus. */
export interface DoorPlayer {
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
}

const subjectPattern = /^pas\.v1\.doors\.([A-Za-z0-9_-]{1,64})\.unlock$/;

/** Interval of connection attempts to an unavailable bus, in milliseconds. */
const lookEveryMs = 200;

function readCommand(text: string): UnlockCommand | null {
  try {
    return UnlockCommand.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Handles a message as a controller does. Ignores a message on another subject, or one whose answer would not go to an
 * inbox.
 */
async function take(doors: DoorBook, message: Msg): Promise<void> {
  const ref = subjectPattern.exec(message.subject)?.[1];
  const command = readCommand(message.string());
  if (ref === undefined || !message.reply?.startsWith('_INBOX') || !command) return;
  const { delayMs, texts } = doors.command(ref, command);
  if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
  for (const text of texts) message.respond(text);
}

/** @param url address of the bus, or of each server of its cluster, separated by commas */
function dial(url: string): Promise<NatsConnection> {
  const urls = url.split(',').map((server) => new URL(server));
  const { protocol, username, password } = urls[0] as URL;
  return connect({
    servers: urls.map(({ host }) => host),
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
    ...(protocol === 'tls:' && { tls: {} }),
    name: 'sandbox doors',
    timeout: 5000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    ignoreAuthErrorAbort: true,
  });
}

/** Plays the controllers of all doors on a bus. Connects when the bus is available, and after each of its restarts. */
export function playDoors(url: string, doors: DoorBook, report: (error: unknown) => void): DoorPlayer {
  let isUp = false;
  let nats: NatsConnection | undefined;
  const stopping = new AbortController();

  const receive = (message: Msg): void => void take(doors, message).catch(report);

  const listen = async (connection: NatsConnection): Promise<void> => {
    connection.subscribe('pas.v1.doors.*.unlock', {
      callback: (error, message) => (error ? report(error) : receive(message)),
    });
    // After the flush, the server has the subscription.
    await connection.flush();
    isUp = true;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        nats = await dial(url);
        await listen(nats);
        return;
      } catch {
        await nats?.close();
        await pause(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const running = run();
  return {
    isUp: () => isUp,
    async stop() {
      stopping.abort();
      await running;
      await nats?.close();
    },
  };
}
