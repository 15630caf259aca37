import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';

/** The most pipelined requests of one connection that wait, and their size. A connection with more is closed. */
const maxWaiting = 1024;
const maxWaitingBytes = 1024 * 1024;

interface Line {
  /** The answer to the request that was read last. */
  last: Response;
  waiting: number;
  waitingBytes: number;
}

const lines = new WeakMap<Socket, Line>();

const sizeOf = ({ url, rawHeaders }: Request): number =>
  rawHeaders.reduce((size, text) => size + text.length, url.length);

/**
 * Handles the pipelined requests of a connection one after the other, so that they take one place instead of many.
 * Their answers are sent in order anyway (RFC 9112, section 9.3.2).
 */
export const serializePipelinedRequests: RequestHandler = (request, response, next) => {
  const { socket } = request;
  const line = lines.get(socket);
  if (!line || line.last.closed) {
    lines.set(socket, { last: response, waiting: 0, waitingBytes: 0 });
    return next();
  }
  const size = sizeOf(request);
  line.waiting += 1;
  line.waitingBytes += size;
  if (line.waiting > maxWaiting || line.waitingBytes > maxWaitingBytes) {
    socket.destroy();
    return undefined;
  }
  line.last.once('close', () => {
    line.waiting -= 1;
    line.waitingBytes -= size;
    if (!socket.destroyed) next();
  });
  line.last = response;
  return undefined;
};
