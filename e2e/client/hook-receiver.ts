import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** An endpoint of an integrator on this machine, which counts what arrives. */
export interface HookReceiver {
  url: string;
  /** How often each event has arrived with a signature that the verifier of the package takes, by its id. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** Requests that the verifier does not take. */
  forged: number;
  /** The secret of the endpoint, which is known once it was created. */
  secret: string;
  stop(): Promise<void>;
}

/** How a receiver answers. */
export type Answering = (response: ServerResponse) => void;

/** Takes everything. */
export const accept: Answering = (response) => void response.writeHead(204).end();

/** Never answers. */
export const keepSilent: Answering = () => undefined;

/** Sends callers elsewhere. */
export const redirectTo =
  (location: string): Answering =>
  (response) =>
    void response.writeHead(307, { location }).end();

/** Says 200 and breaks its word: in turn an answer that breaks off, and one of 256 kB. */
export function lie(): Answering {
  let answers = 0;
  return (response) => {
    answers += 1;
    response.writeHead(200, { 'content-length': String(256 * 1024) });
    if (answers % 2 === 0) response.end('x'.repeat(256 * 1024));
    else response.write('{', () => response.destroy());
  };
}

async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Starts an endpoint that answers in one way. */
export async function startHookReceiver(answering: Answering = accept): Promise<HookReceiver> {
  const arrivals = new Map<string, number>();
  const receive: RequestListener = (request, response) => {
    response.on('error', () => undefined);
    void readText(request).then(
      (text) => {
        try {
          new Webhook(receiver.secret).verify(text, request.headers as Record<string, string>);
          const id = String(request.headers['webhook-id']);
          arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
        } catch {
          receiver.forged += 1;
        }
        answering(response);
      },
      // The sender was killed while it sent.
      () => undefined,
    );
  };
  const server = createServer(receive);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver: HookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    forged: 0,
    secret: '',
    stop: () => stopServer(server),
  };
  return receiver;
}
