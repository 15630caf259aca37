import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newDrain } from '@pas/platform/lifecycle/drain';
import { runUntilSignal } from '@pas/platform/lifecycle/run-until-signal';
import { createLogger } from '@pas/platform/log/logger';

/** A server that answers 200 to everything. With `hang`, one of its closers never ends; with `brief`, it waits for no more requests. */
const isHanging = process.argv[2] === 'hang';
const log = createLogger({ service: 'draining', environment: 'TEST', level: 'info' });
const server = createServer((_request, response) => response.end('answered'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const never = new Promise<never>(() => undefined);
runUntilSignal({
  server,
  drain: newDrain(),
  log,
  drainMs: 0,
  quietMs: process.argv[2] === undefined ? 2000 : 0,
  closers: [{ name: 'a closer', close: () => (isHanging ? never : Promise.resolve()) }],
});
log.info({ port: (server.address() as AddressInfo).port }, 'listening');
log.flush();
