import type { IncomingMessage, Server } from 'node:http';

/** The default time in which the body of a request must arrive, in milliseconds. */
export const defaultBodyMs = 30_000;

/** The longest time for any body, in milliseconds. It suits a table of 20 MB over a slow line or into a busy store. */
export const maxBodyMs = 600_000;

const allowed = new WeakSet<IncomingMessage>();

/** Allows the longest time for the body of a request. The caller must end bodies that arrive too slowly. */
export function allowLongBody(request: IncomingMessage): void {
  allowed.add(request);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Answers 408 when the body of a request is late, as the server itself does after its `requestTimeout`. */
export function limitBodyTime(server: Server, request: IncomingMessage, withinMs: number): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (request.complete || allowed.has(request)) return;
    const late = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, request.socket);
  }, withinMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
