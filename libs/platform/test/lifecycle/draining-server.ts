import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newDrain } from '@pas/platform/lifecycle/drain';
import { runUntilSignal } from '@pas/platform/lifecycle/run-until-signal';
import { createLogger } from '@pas/platform/log/logger';
import { createTlsServer } from '@pas/platform/tls/serve-tls';

/**
 * A server that answers 200 to every request. With `hang`, one of its closers never ends. With `brief`, it does not
 * wait for further requests; with `patient`, it does. Two more arguments are the files of a certificate and its key for
 * TLS.
 */
const [mode = 'patient', certFile, keyFile] = process.argv.slice(2);
const isHanging = mode === 'hang';
const log = createLogger({ service: 'draining', environment: 'TEST', level: 'info' });
const answer: RequestListener = (_request, response) => response.end('answered');
const server =
  certFile !== undefined && keyFile !== undefined
    ? createTlsServer({}, answer, { certFile, keyFile, log })
    : createServer(answer);
// The end of the server resets connections that the process has not accepted yet. So a test waits for these lines.
if (mode === 'patient') server.on('connection', () => log.info('connected'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const never = new Promise<never>(() => undefined);
runUntilSignal({
  server,
  drain: newDrain(),
  log,
  drainMs: 0,
  quietMs: mode === 'patient' ? 2000 : 0,
  closers: [{ name: 'a closer', close: () => (isHanging ? never : Promise.resolve()) }],
});
log.info({ port: (server.address() as AddressInfo).port }, 'listening');
log.flush();
