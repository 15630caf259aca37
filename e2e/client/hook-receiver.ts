import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** An endpoint of an integrator on this machine that counts deliveries. */
export interface HookReceiver {
  url: string;
  /** Number of deliveries with a valid signature, by event id. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** Requests with an invalid signature. */
  forged: number;
  /** The secret of the endpoint, known after its creation. */
  secret: string;
  stop(): Promise<void>;
}

/** Answers a request. */
export type AnswerHandler = (response: ServerResponse) => void;

/** Accepts everything. */
export const accept: AnswerHandler = (response) => void response.writeHead(204).end();

/** Never answers. */
export const keepSilent: AnswerHandler = () => undefined;

/** Redirects callers. */
export const redirectTo =
  (location: string): AnswerHandler =>
  (response) =>
    void response.writeHead(307, { location }).end();

/** Answers 200 with a faulty body: in turn a truncated one, and one of 256 kB. */
export function lie(): AnswerHandler {
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

/** Starts an endpoint with one way to answer. */
export async function startHookReceiver(answering: AnswerHandler = accept): Promise<HookReceiver> {
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
