import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A raw answer. */
export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends raw bytes that no HTTP client would send, and reads until the service ends the connection. */
export async function rawRequest(url: string, request: string | readonly string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  for (const part of [request].flat()) socket.write(part);
  const answer = await text(socket);
  const [head = '', ...body] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') };
}

/** Returns the bytes of a request with a full set of headers, on a connection that ends with the answer. */
export function requestBytes(
  method: string,
  path: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string },
): string {
  const lines = Object.entries({ Host: 'toy', Connection: 'close', ...headers });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
