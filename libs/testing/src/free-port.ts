import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that systems give to outgoing connections (Linux from 32,768, others from 49,152): a port of that
 * range, released for a moment, is soon the near end of somebody's connection, and a replica could not start again.
 */
const first = 20_000;
const last = 32_000;

/**
 * Finds a TCP port on 127.0.0.1 that nobody listens on and that no outgoing connection is given.
 *
 * The choice is random, so that test files which look at the same time hardly ever find the same one; a stranger may
 * still take it before the caller listens, which then shows as that server's failure to start.
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
