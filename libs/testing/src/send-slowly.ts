import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request of which only the beginning is sent. */
export interface SlowRequest {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** An address of 127/8. */
  from?: string;
  /** Whether the body is sent in chunks; otherwise its length is announced. */
  isChunked?: boolean;
}

/** Connections with requests whose bodies do not arrive. */
export interface SlowRequests {
  /** How many connections have got an answer or were closed. */
  ended(): number;
  /** All that was answered. */
  answers(): string;
  close(): void;
}

function headOf({ path, headers = {}, isChunked = false }: SlowRequest): string {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 1000';
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', framing, ...others];
  return `${lines.join('\r\n')}\r\n\r\n${isChunked ? '1\r\n{\r\n' : '{'}`;
}

/** Opens many connections and sends on each the beginning of a request. */
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
