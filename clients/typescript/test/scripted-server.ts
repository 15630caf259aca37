import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A request as the server received it. */
export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An answer. `cut` ends the connection within it, `silent` leaves the request open. */
export interface Reply {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  cut?: boolean;
  silent?: boolean;
}

/** Decides the answer to a request; `index` counts the requests from 0. */
export type Script = (request: SeenRequest, index: number) => Reply | Promise<Reply>;

/** A server on this machine whose answers a test decides. */
export interface ScriptedServer {
  url: string;
  requests: SeenRequest[];
  stop(): Promise<void>;
}

const jsonTypes = { failure: 'application/problem+json', success: 'application/json' };

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body, cut = false, silent = false }: Reply,
): void {
  if (silent) return;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const type = status < 400 ? jsonTypes.success : jsonTypes.failure;
  if (cut) {
    response.writeHead(status, { 'content-type': type, 'content-length': text.length + 100 });
    response.write(text, () => response.destroy());
    return;
  }
  response.writeHead(status, { 'content-type': type, ...headers }).end(body === undefined ? undefined : text);
}

/** Starts a server with a script of its answers. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readText(request).then(async (body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://server.test');
      const { method = '', headers } = request;
      const seen = { method, path: pathname, query: searchParams, headers, body };
      send(response, await script(seen, requests.push(seen) - 1));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a failure as the service answers it. */
export const problem = (status: number, code: string, more: Reply & { members?: object } = {}): Reply => ({
  status,
  headers: { 'x-correlation-id': 'corr-of-the-answer', ...more.headers },
  body: {
    type: 'about:blank',
    title: code,
    status,
    code,
    message: `${code}.`,
    correlationId: 'corr-of-the-answer',
    ...more.members,
  },
});
