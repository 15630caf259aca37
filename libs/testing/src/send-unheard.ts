import { once } from 'node:events';
import { connect } from 'node:net';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from './service-harness.ts';
import { waitUntil } from './wait-until.ts';

interface UnheardRequest {
  path: string;
  body?: string;
  type?: string;
  as?: Principal;
}

/** Sends a POST on its own socket, reads nothing, and destroys the socket when the work is done. */
export async function sendWithoutReading(
  service: ServiceHarness,
  { path, body = '', type = 'application/json', as = anonymous }: UnheardRequest,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const assertion = await service.headersFor(as);
  const length = String(Buffer.byteLength(body));
  const content = body === '' ? {} : { 'content-type': type };
  const headers = { host: hostname, ...content, 'content-length': length, ...assertion };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  await waitUntil(isDone, { what: 'the work of the request to be done' });
  socket.destroy();
}
