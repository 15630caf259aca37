import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { createUpstreamAgent } from './upstream-agent.ts';
import { isRefusedCertificate } from './upstream-errors.ts';

/** How long a replica may take to answer. What it answers is known there already, so only a frozen one takes longer. */
const silentAfterMs = 1000;

/**
 * What a replica says of itself: `leaving` when it is unready and ends its connections, `without store` when it is unready
 * because a database is away, `silent` when it says nothing in time, `gone` when it can't be reached, `not trusted` when
 * its certificate is not of an authority that this process trusts, or not for its name.
 */
export type Answer = 'ready' | 'unready' | 'leaving' | 'without store' | 'silent' | 'gone' | 'not trusted';

/** The way to ask one replica whether it is ready. */
export interface ReadinessProbe {
  ask(): Promise<Answer>;
  /** Closes its connection. */
  close(): void;
}

const check = z.object({ status: z.string() }).optional();

/** The checks of a service on its two databases. */
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
 * Prepares to ask a replica for its `/readyz` over one connection that stays open. That is the cheapest way to ask, and
 * it tells more: the end of the connection is the end, or the restart, of the replica.
 *
 * @param onHangUp called when the replica ends the connection, or its machine does
 * @param ip the address of the host to connect to; null for any
 */
export function createReadinessProbe(
  url: string,
  onHangUp: () => void,
  ip: string | null = null,
): ReadinessProbe {
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const agent = createUpstreamAgent(url, { keepAlive: true, maxSockets: 1 }, ip);
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
      // After a stall of this process an answer may wait in the socket, which is read after timers are run.
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
