import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy that loses requests and answers, and refuses requests. */
export interface ChaosProxy {
  url: string;
  /** Number of requests by their fate. */
  readonly fates: ReadonlyMap<Fate, number>;
  stop(): Promise<void>;
}

type Fate = 'passed' | 'refused' | 'request lost' | 'answer lost' | 'answer cut';

/** Shares of the fates. All other requests pass. */
const shares: readonly (readonly [Fate, number])[] = [
  ['refused', 0.1],
  ['request lost', 0.05],
  ['answer lost', 0.1],
  ['answer cut', 0.05],
];

function draw(): Fate {
  let rest = Math.random();
  for (const [fate, share] of shares) {
    if (rest < share) return fate;
    rest -= share;
  }
  return 'passed';
}

function refuse(response: ServerResponse): void {
  const body = {
    type: '/docs/errors#rate_limited',
    title: 'Too many',
    status: 429,
    code: 'rate_limited',
    message: '…',
  };
  response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '0' });
  response.end(JSON.stringify(body));
}

async function forward(
  incoming: IncomingMessage,
  target: string,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
  const sent = await buffer(incoming);
  const outgoing = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method ?? 'GET',
    headers: incoming.headers,
  });
  outgoing.end(sent);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { answer, body: await buffer(answer) };
}

async function deliver(
  incoming: IncomingMessage,
  response: ServerResponse,
  { fate, target }: { fate: Fate; target: string },
): Promise<void> {
  if (fate === 'refused') {
    incoming.resume();
    refuse(response);
    return;
  }
  if (fate === 'request lost') {
    response.destroy();
    return;
  }
  const { answer, body } = await forward(incoming, target);
  if (fate === 'answer lost') {
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length });
  if (fate === 'passed') response.end(body);
  else response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

/** Starts a proxy before a server. */
export async function startChaosProxy(target: string): Promise<ChaosProxy> {
  const fates = new Map<Fate, number>();
  const server = createServer((incoming, response) => {
    const fate = draw();
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    // A killed service behind the proxy also loses the answer.
    void deliver(incoming, response, { fate, target }).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fates,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
