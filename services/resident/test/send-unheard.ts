import { once } from 'node:events';
import { connect } from 'node:net';
import { InviteModel } from '@pas/shared/models/invite';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { waitUntil } from '@pas/testing/wait-until';
import type { TestInvite } from './resident-harness.ts';

interface Unheard {
  path: string;
  body?: string;
  type?: string;
  as?: Principal;
}

/** Sends a POST on a socket of its own, reads nothing, and cuts the socket as soon as the invite is accepted. */
export async function sendUnheard(
  service: ServiceHarness,
  { _id, tenantId }: TestInvite,
  { path, body = '', type = 'application/json', as = anonymous }: Unheard,
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
  const isAccepted = async () => (await InviteModel.findOne({ _id, tenantId }).lean())?.status === 'ACCEPTED';
  await waitUntil(isAccepted, { what: 'the invite to be accepted' });
  socket.destroy();
}
