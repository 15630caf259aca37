import type { Connection } from 'mongoose';

type Client = ReturnType<Connection['getClient']>;

/** The latest state of the primary, from the driver's monitoring. */
export interface Primary {
  /** Time of its last heartbeat, by `performance.now()`; -Infinity before the first. */
  heardAt: number;
  /** The time of the last write in its oplog; null if the server has no oplog. */
  lastWrite: string | null;
}

/** The fields of a `hello` answer that this module reads (MongoDB, `hello` command). */
interface Hello {
  isWritablePrimary?: boolean;
  lastWrite?: { opTime?: { ts?: { toString(): string } } };
}

const followed = new WeakMap<Client, Primary>();

function follow(client: Client): Primary {
  const primary: Primary = { heardAt: -Infinity, lastWrite: null };
  client.on('serverHeartbeatSucceeded', ({ reply }) => {
    const hello = reply as Hello;
    if (!hello.isWritablePrimary) return;
    primary.heardAt = performance.now();
    primary.lastWrite = hello.lastWrite?.opTime?.ts?.toString() ?? null;
  });
  followed.set(client, primary);
  return primary;
}

/**
 * Returns the known state of a connection's primary without a request: the driver asks it every two seconds. Null
 * before the connection is opened for the first time.
 */
export function followPrimary(connection: Connection): Primary | null {
  const client = connection.getClient() as Client | undefined;
  return client ? (followed.get(client) ?? follow(client)) : null;
}
