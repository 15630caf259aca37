import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and its database, and cuts the line at the worst moment. */
export interface SeveringProxy {
  port: number;
  /**
   * Has the next commit done and its answer kept back: all other lines are cut and none is opened, until the client
   * has noticed; only then the line of the commit is cut, which is one of the past by then.
   */
  severNextCommit(hasNoticed: Promise<unknown>): void;
  stop(): Promise<void>;
}

/** Joins two sockets' ends: what is over on one side is over on the other. */
function endTogether(one: Socket, other: Socket): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => peer.destroy());
    socket.on('close', () => peer.destroy());
  }
}

/** @param target where the database listens */
export async function startSeveringProxy(target: { host: string; port: number }): Promise<SeveringProxy> {
  const clients = new Set<Socket>();
  let hasNoticed: Promise<unknown> | null = null;
  let isClosed = false;

  const sever = async (committing: Socket, noticed: Promise<unknown>): Promise<void> => {
    isClosed = true;
    for (const client of clients) if (client !== committing) client.destroy();
    await noticed;
    isClosed = false;
    committing.destroy();
  };
  const relay = (client: Socket): void => {
    const upstream = connect(target.port, target.host);
    let isCommitting = false;
    client.on('data', (chunk) => {
      isCommitting ||= hasNoticed !== null && chunk.includes('commitTransaction');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isCommitting && hasNoticed !== null) {
        void sever(client, hasNoticed);
        hasNoticed = null;
      } else client.write(chunk);
    });
    endTogether(client, upstream);
  };
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    if (isClosed) client.destroy();
    else relay(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    severNextCommit: (noticed) => {
      hasNoticed = noticed;
    },
    async stop() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
