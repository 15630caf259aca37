import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { startNats } from './local-nats.ts';

/** A NATS server of one test file, which it may take away and bring back. */
export interface OwnNats {
  readonly url: string;
  /** Starts it, again on the same address and with the data that it had. */
  start(): Promise<void>;
  /** Ends it; its data stays. */
  stop(): Promise<void>;
  /** Ends it and loses its data, as a broken disk does. */
  wipe(): Promise<void>;
  /** Keeps it from answering, with its connections open, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/**
 * Prepares a NATS server with JetStream that is not running yet. Streams and durable consumers have fixed names, so a
 * test that publishes or consumes events needs a server for itself.
 */
export async function prepareOwnNats(): Promise<OwnNats> {
  const dir = await mkdtemp(join(tmpdir(), 'property-access-nats-'));
  const port = await freePort();
  let server: Awaited<ReturnType<typeof startNats>> | undefined;
  const signal = (name: NodeJS.Signals): void => {
    if (server) process.kill(server.pid, name);
  };
  const stop = async (): Promise<void> => {
    signal('SIGCONT');
    await server?.stop();
    server = undefined;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      server = await startNats({ dir, port });
    },
    stop,
    async wipe() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
