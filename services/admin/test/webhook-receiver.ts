import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@pas/testing/wait-until';
import { Webhook } from 'standardwebhooks';
import { endpointSecret } from './webhook-rows.ts';

/** A received request. */
export interface ReceivedWebhook {
  eventId: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  /** Whether the package's verifier accepts it. */
  isGenuine: boolean;
  signatures: number;
  at: number;
}

/** Answers a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  received: ReceivedWebhook[];
  /** The maximum number of concurrent requests so far. */
  maxConcurrent: () => number;
  answerBy(answering: RequestHandler): void;
  stop(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function verify(request: IncomingMessage, text: string): boolean {
  try {
    new Webhook(endpointSecret).verify(text, request.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Answers 204, like a healthy receiver. */
export const takes: RequestHandler = (_request, response) => void response.writeHead(204).end();

/** Starts an endpoint on this machine that stores its requests. */
export async function startReceiver(first: RequestHandler = takes): Promise<Receiver> {
  let answering = first;
  let [open, most] = [0, 0];
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    void readBody(request).then((text) => {
      received.push({
        eventId: String(request.headers['webhook-id']),
        body: JSON.parse(text) as ReceivedWebhook['body'],
        isGenuine: verify(request, text),
        signatures: String(request.headers['webhook-signature']).split(' ').length,
        at: Date.now(),
      });
      answering(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    maxConcurrent: () => most,
    answerBy: (next) => void (answering = next),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Waits until every event has arrived at least once. */
export async function untilArrived(
  { received }: Pick<Receiver, 'received'>,
  eventIds: readonly string[],
  timeoutMs?: number,
): Promise<void> {
  const hasArrived = (id: string): boolean => received.some(({ eventId }) => eventId === id);
  await waitUntil(() => eventIds.every(hasArrived), { what: 'the events to arrive', timeoutMs });
}
