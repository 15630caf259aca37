import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';

const probeTimeoutMs = 1_500;

/**
 * Checks whether a Docker engine answers on its socket: `GET /_ping` of the Engine API.
 *
 * A client program or a socket file is not proof of an engine. The container library takes minutes to find out.
 *
 * @param dockerHost as in `DOCKER_HOST`: `unix://…` or `tcp://…`
 */
export async function answersDocker(dockerHost = 'unix:///var/run/docker.sock'): Promise<boolean> {
  const { protocol, pathname, hostname, port } = new URL(dockerHost);
  const target = protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port };
  const ping = request({ ...target, path: '/_ping', signal: AbortSignal.timeout(probeTimeoutMs) }).end();
  try {
    const [answer] = (await once(ping, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}
