import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '../tls/serve-tls.ts';

/** The time for which the rest of a request is read and dropped, in milliseconds. */
const lingerMs = 5000;

const lingering = new WeakSet<Socket>();

/** Whether a connection has sent its last answer. Later bytes on it are ignored. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/**
 * Closes a connection whose client is still sending, so that the client can read the answer (RFC 9112, section 9.6). If
 * unread bytes remain, the kernel resets the connection and discards the answer.
 */
export function linger(socket: Socket): void {
  if (lingering.has(socket)) return;
  lingering.add(socket);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}

/** The last request of each connection. */
const latest = new WeakMap<Socket, IncomingMessage>();

/** Returns the last request whose headers have arrived on a connection. */
export const lastRequestOf = (socket: Socket): IncomingMessage | undefined => latest.get(socket);

/** Makes every connection of a server linger if it would close before its request is read. */
export function lingerOnClose(server: Server): void {
  server.on(connectionEvent(server), (socket: Socket) => {
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const request = latest.get(socket);
      if (!request || request.complete || socket.destroyed) return close();
      request.once('end', close);
      return linger(socket);
    };
  });
}

/** Reads the rest of a request after its answer. Its connection can then be reused or closed without a reset. */
export function readRestAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  latest.set(request.socket, request);
  // `finish` is emitted once, so the listener needs no removal, which would cost as much as the call.
  response.on('finish', () => {
    if (!request.complete) request.unpipe().resume();
  });
}
