import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A relay before a store. */
export interface StoreRelay {
  /** The store's address by way of the relay. Its clients keep no idle connection. */
  urlOf(storeUrl: string): string;
  /** Lets no byte pass, and accepts connections. */
  hold(): void;
  release(): void;
  close(): void;
}

/** Opens a relay before a member of a store. */
export async function openStoreRelay(storeUrl: string): Promise<StoreRelay> {
  const { hostname, port } = new URL(storeUrl);
  const sockets = new Set<Socket>();
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const passInTime = async function* passInTime(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await gate.promise;
      yield chunk;
    }
  };
  const server = createServer((client) => {
    const store = connect(Number(port), hostname);
    for (const socket of [client, store]) sockets.add(socket.on('error', () => undefined));
    pipeline(client, passInTime, store, () => undefined);
    pipeline(store, passInTime, client, () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: relayPort } = server.address() as AddressInfo;
  return {
    urlOf(url) {
      const relayed = new URL(url);
      relayed.host = `127.0.0.1:${relayPort}`;
      relayed.searchParams.set('directConnection', 'true');
      relayed.searchParams.set('maxIdleTimeMS', '1');
      return relayed.href;
    },
    hold() {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
