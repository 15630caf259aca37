import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newDrain } from '@pas/platform/lifecycle/drain';
import { runUntilSignal } from '@pas/platform/lifecycle/run-until-signal';
import { createLogger } from '@pas/platform/log/logger';
import { createTlsServer } from '@pas/platform/tls/serve-tls';

/**
 * A server that answers 200 to every request. With `hang`, one of its closers never ends. With `fail`, one fails, and
 * the next one logs a line. With `silent`, it answers no request, and gives up requests soon. With `late`, it answers
 * during the stop. With `drain`, it stays reachable for 16 seconds. With `brief`, it does not wait for further requests;
 * with `patient`, it does. Two more arguments are the files of a certificate and its key for TLS.
 */
const [mode = 'patient', certFile, keyFile] = process.argv.slice(2);
const log = createLogger({ service: 'draining', environment: 'TEST', level: 'info' });
const drain = newDrain();
const answer: RequestListener = (_request, response) => {
  const send = (): unknown => response.end('answered');
  if (mode === 'silent' || mode === 'late') log.info('received');
  else send();
  // Idle connections are closed by then.
  if (mode === 'late') drain.stopping.signal.addEventListener('abort', () => setTimeout(send, 200));
};
const server =
  certFile !== undefined && keyFile !== undefined
    ? createTlsServer({}, answer, { certFile, keyFile, log })
    : createServer(answer);
// The end of the server resets connections that the process has not accepted yet. So a test waits for these lines.
if (mode === 'patient') server.on('connection', () => log.info('connected'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const closers: Readonly<Partial<Record<string, () => Promise<unknown>>>> = {
  hang: () => new Promise<never>(() => undefined),
  fail: () => Promise.reject(new Error('the closer has failed')),
};
runUntilSignal({
  server,
  drain,
  log,
  drainMs: mode === 'drain' ? 16_000 : 0,
  idleMs: mode === 'patient' ? 2000 : 0,
  ...(mode === 'silent' && { requestsMs: 200 }),
  closers: [
    { name: 'a closer', close: closers[mode] ?? (() => Promise.resolve()) },
    {
      name: 'another closer',
      close: async () => {
        if (mode === 'fail' || mode === 'silent') log.info('closed');
      },
    },
  ],
});
log.info({ port: (server.address() as AddressInfo).port }, 'listening');
log.flush();
