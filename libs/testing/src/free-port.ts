import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below the ephemeral range (Linux from 32,768, others from 49,152). An outgoing connection may take a released
 * port of that range, so that a replica could not restart on it.
 */
const first = 20_000;
const last = 32_000;

/**
 * Finds a TCP port on 127.0.0.1 without a listener and outside of the ephemeral range.
 *
 * The choice is random, so that concurrent test files rarely find the same port. Another process may still take it
 * before the caller listens. The server then fails to start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const outcome = await new Promise<boolean>((settle) => {
    probe.once('error', () => settle(false));
    probe.listen(port, '127.0.0.1', () => settle(true));
  });
  if (outcome) {
    probe.close();
    await once(probe, 'close');
  }
  return outcome;
}
