import { once } from 'node:events';
import { connect } from 'node:net';

/** Checks whether a process listens on a port. */
export async function canConnect(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
