import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { startChild } from './child-server.ts';
import type { LocalServerOptions, RunningServer } from './running-server.ts';
import { serverBinary } from './server-binary.ts';
import { waitUntil } from './wait-until.ts';

interface LocalNatsOptions extends LocalServerOptions {
  /** A configuration that listens on the same port. */
  readonly configFile: string;
}

/** Starts nats-server with JetStream on 127.0.0.1 and returns when it accepts clients. */
export async function startNats(options: LocalNatsOptions): Promise<RunningServer> {
  const { dir, port, configFile, isDetached = false } = options;
  mkdirSync(dir, { recursive: true });
  const logFile = join(dir, 'nats-server.log');
  const child = await startChild(natsCommand(configFile), { logFile, isDetached });
  try {
    await Promise.race([waitForJetStream(port), child.failed]);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url: `nats://127.0.0.1:${port}`, pid: child.pid, stop: child.stop, failed: child.failed };
}

/** Returns the command that runs nats-server. */
export function natsCommand(configFile: string): string[] {
  return [serverBinary('nats-server'), '--config', configFile];
}

/** Waits until the nats-server on a port accepts clients and has JetStream. */
export async function waitForJetStream(port: number, host = '127.0.0.1'): Promise<void> {
  const what = `JetStream on ${host}:${port}`;
  await waitUntil(() => offersJetStream(port, host), { what });
}

/**
 * Reads the server's greeting. A NATS server sends `INFO {…}` before it asks for credentials, so none are needed here.
 */
async function offersJetStream(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  try {
    const [greeting] = (await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })) as [Buffer];
    return greeting.toString().includes('"jetstream":true');
  } finally {
    socket.destroy();
  }
}
