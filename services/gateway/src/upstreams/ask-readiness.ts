import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { lookup as lookUpBySystem } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { createUpstreamAgent } from './upstream-agent.ts';
import { isRefusedCertificate } from './upstream-errors.ts';

/**
 * The time within which a replica must answer. Its readiness is computed beforehand, so only a frozen replica takes
 * longer.
 */
const silentAfterMs = 1000;

/**
 * The readiness of a replica.
 *
 * - `leaving`: it is unready and ends its connections.
 * - `without store`: it is unready because a database is unavailable.
 * - `silent`: it did not answer in time.
 * - `gone`: it cannot be reached.
 * - `not trusted`: its certificate has another name, or an authority that this process does not trust.
 */
export type Answer = 'ready' | 'unready' | 'leaving' | 'without store' | 'silent' | 'gone' | 'not trusted';

/** The readiness probe of one replica. */
export interface ReadinessProbe {
  ask(): Promise<Answer>;
  /** Closes its connection. */
  close(): void;
}

const check = z.object({ status: z.string() }).optional();

/** The health checks of a service on its two databases. */
const StoreChecks = z.object({ checks: z.object({ mongo: check, control: check }) });

/** Whether an unready replica names one of its databases as the reason. */
async function lacksStore(response: IncomingMessage): Promise<boolean> {
  const { data } = StoreChecks.safeParse(await json(response).catch(() => null));
  return Object.values(data?.checks ?? {}).some((each) => each?.status === 'down');
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const { statusCode = 0, headers } = response;
  const isReady = statusCode >= 200 && statusCode < 300;
  if (isReady || headers.connection === 'close') {
    response.resume();
    return isReady ? 'ready' : 'leaving';
  }
  return (await lacksStore(response)) ? 'without store' : 'unready';
}

/**
 * Prepares requests for a replica's `/readyz` over one connection that stays open. This is cheap, and the end of the
 * connection shows the end or restart of the replica.
 *
 * @param onHangUp called when the replica ends the connection, or its machine does
 * @param lookup the look-up of the host
 */
export function createReadinessProbe(
  url: string,
  onHangUp: () => void,
  lookup: LookupFunction = lookUpBySystem,
): ReadinessProbe {
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const agent = createUpstreamAgent(url, { keepAlive: true, maxSockets: 1, lookup });
  const target = new URL(`${url}/readyz`);
  const known = new WeakSet<Socket>();
  let isClosed = false;

  const watch = (socket: Socket): void => {
    if (known.has(socket)) return;
    known.add(socket);
    socket.once('close', () => {
      if (!isClosed) onHangUp();
    });
  };

  const ask = (): Promise<Answer> =>
    new Promise((resolve) => {
      const request = get(target, { agent }, (response) => {
        watch(response.socket);
        void answerOf(response).then((answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
      });
      const giveUp = (): void => {
        resolve('silent');
        request.destroy();
      };
      // After a stall of this process an answer may wait in the socket, which is read after timers run.
      const timer = setTimeout(() => setImmediate(giveUp), silentAfterMs).unref();
      request.once('error', (error) => {
        clearTimeout(timer);
        resolve(isRefusedCertificate(error) ? 'not trusted' : 'gone');
      });
    });

  return {
    ask,
    close() {
      isClosed = true;
      agent.destroy();
    },
  };
}
