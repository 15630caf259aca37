import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy before a server that cuts connections within answers. */
export interface CuttingProxy {
  url: string;
  /** Number of connections that were cut. */
  readonly cuts: number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy that cuts a connection with each n-th piece of an answer. The server has executed the request by then.
 */
export async function startCuttingProxy(target: string, everyNth: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let [pieces, cuts] = [0, 0];
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      socket.destroy();
      upstream.destroy();
    };
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', end).on('close', end);
    }
    socket.pipe(upstream);
    upstream.on('data', (piece: Buffer) => {
      pieces += 1;
      if (pieces % everyNth !== 0) {
        socket.write(piece);
        return;
      }
      cuts += 1;
      socket.write(piece.subarray(0, piece.length / 2), end);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
