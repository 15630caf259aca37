import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

/** The most pipelined requests of one connection that wait. A connection with more is closed. */
const maxWaiting = 1024;

interface Line {
  /** The answer to the request that was read last. */
  last: Response;
  waiting: number;
}

const lines = new WeakMap<Socket, Line>();

/**
 * Handles the pipelined requests of a connection one after the other, so that they take one place instead of many.
 * Their answers are sent in order anyway (RFC 9112, section 9.3.2).
 */
export const serializePipelinedRequests: RequestHandler = ({ socket }, response, next) => {
  const line = lines.get(socket);
  if (!line || line.last.closed) {
    lines.set(socket, { last: response, waiting: 0 });
    return next();
  }
  line.waiting += 1;
  if (line.waiting > maxWaiting) {
    socket.destroy();
    return undefined;
  }
  line.last.once('close', () => {
    line.waiting -= 1;
    if (!socket.destroyed) next();
  });
  line.last = response;
  return undefined;
};
