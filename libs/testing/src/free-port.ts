import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * Finds a TCP port on 127.0.0.1 that nobody listens on.
 *
 * The system hands ports out in turn, so that one just released is not given again at once; a stranger may still
 * take it before the caller listens, which then shows as that server's failure to start.
 */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
