import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a client and its database that cuts the connection at the worst moment. */
export interface SeveringProxy {
  port: number;
  /**
   * Lets the next commit reach the database and withholds its answer. It cuts all other connections and accepts none
   * until the client has noticed. Then it cuts the connection of the commit, which is outdated by then.
   */
  severNextCommit(hasNoticed: Promise<unknown>): void;
  stop(): Promise<void>;
}

/** Links two sockets: the end of one ends the other. */
function endTogether(one: Socket, other: Socket): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => peer.destroy());
    socket.on('close', () => peer.destroy());
  }
}

/** @param target address of the database */
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
