import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request whose beginning only is sent. */
export interface SlowRequest {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** The source address, within 127/8. */
  from?: string;
  /** Whether the body is sent in chunks instead of with its length. */
  isChunked?: boolean;
}

/** Connections with requests whose bodies do not arrive. */
export interface SlowRequests {
  /** Returns the number of connections that got an answer or were closed. */
  ended(): number;
  /** Returns the text of all answers. */
  answers(): string;
  close(): void;
}

function headOf({ path, headers = {}, isChunked = false }: SlowRequest): string {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 1000';
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', framing, ...others];
  return `${lines.join('\r\n')}\r\n\r\n${isChunked ? '1\r\n{\r\n' : '{'}`;
}

/** Opens many connections and sends the beginning of a request on each. */
export async function sendSlowly(port: number, count: number, request: SlowRequest): Promise<SlowRequests> {
  const ended = new Set<Socket>();
  let answers = '';
  const { from = '127.0.0.1' } = request;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    socket.on('data', (bytes) => {
      ended.add(socket);
      answers += bytes.toString();
    });
    socket.on('error', () => undefined).once('close', () => ended.add(socket));
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(headOf(request));
  return {
    ended: () => ended.size,
    answers: () => answers,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
