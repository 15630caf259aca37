import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Problem } from '@pas/platform/http/render-error';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Every header line, so that repeated ones show. */
  rawHeaders: string[];
  text: string;
}

export interface CallOptions {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** An address of 127/8. Default: a new one for each call. */
  from?: string;
}

const octet = (): number => 1 + Math.floor(Math.random() * 250);
export const someAddress = (): string => `127.${octet()}.${octet()}.${octet()}`;

/** Calls a server on 127.0.0.1 without the checks of a browser's client. */
export async function call(port: number, path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, from = someAddress() } = options;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers,
    localAddress: from,
    agent: false,
  });
  outgoing.end(body);
  // A server may answer and close before it has read all of a body.
  outgoing.on('error', () => undefined);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = await text(incoming);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    text: received,
  };
}

/** Parses the problem body of an answer. */
export function problemOf({ headers, text: body }: Answer): Problem {
  if (!headers['content-type']?.startsWith('application/problem+json')) {
    throw new Error(`not a problem body: ${headers['content-type']} ${body}`);
  }
  return JSON.parse(body) as Problem;
}

/** Writes bytes to a server and reads until it closes the connection. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}
