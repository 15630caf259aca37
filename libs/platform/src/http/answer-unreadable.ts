import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { chooseCorrelationId } from '../trace/trace.ts';
import { Fault } from '../errors/fault.ts';
import { malformed } from '../errors/raise.ts';
import { problemMediaType, toProblem } from './render-error.ts';
import { isLingering, linger } from './linger.ts';

function faultOf({ code }: NodeJS.ErrnoException, maxHeaderSize: number): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The headers are larger than ${maxHeaderSize / 1024} KiB, or too many. Send less.`;
    return new Fault('headers_too_large', 'headers_too_large', message);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'The request did not arrive in time. Send it again.';
    return new Fault('request_timeout', 'request_timeout', message);
  }
  return malformed('The request is not HTTP that can be read.');
}

/** A request of which too little was read to have a response object: the answer is written as bytes. */
function bytesOf(fault: Fault): string {
  const correlationId = chooseCorrelationId(undefined);
  const problem = toProblem(fault, correlationId);
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Correlation-Id: ${correlationId}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Whether another answer is due on the connection before one of ours could be: bytes in the middle of it would pass for
 * its body, and before it for the answer to a request that was read well and may have had its effect.
 */
function isAnswerDue(socket: Duplex): boolean {
  const response = (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage;
  return response ? response.headersSent || response.req.complete : false;
}

function answer(socket: Duplex, fault: Fault): void {
  socket.write(bytesOf(fault));
  if (socket instanceof Socket) linger(socket);
  else socket.end();
}

/** Answers with problem bodies of our own what Node's parser refuses by itself, without a request for the app. */
export function answerUnreadable(server: Server, maxHeaderSize: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket instanceof Socket && isLingering(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswerDue(socket)) socket.destroy();
    else answer(socket, faultOf(error, maxHeaderSize));
  });
  server.on('connect', (_request, socket) => {
    answer(socket, malformed('This is no proxy. Send the path alone, with the host in the Host header.'));
  });
}
