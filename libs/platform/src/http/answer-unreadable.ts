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
  return malformed('The request is not valid HTTP. Check what the client sends.');
}

/** Answers a request that has no response object, because too little of it was read. The answer is written as bytes. */
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

/** The answer to the request that was read last on a connection; null where that answer is out, or no request came. */
function pendingAnswer(socket: Duplex): ServerResponse | null {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

/**
 * Whether another answer is due on the connection before one of ours could be: bytes in the middle of it would pass for
 * its body, and before it for the answer to a request that was read well and may have had its effect.
 */
function isAnswerDue(socket: Duplex): boolean {
  const response = pendingAnswer(socket);
  return response ? response.headersSent || response.req.complete : false;
}

/**
 * Whether the headers of a request did not arrive in time, or not a byte of one did. Such a connection is closed without
 * an answer: browsers and pools open connections ahead of their requests, and would take an answer that comes first for
 * the answer to the request that they send next (RFC 9110, section 15.5.9). A body that is late gets its 408.
 */
function isWithoutRequest(socket: Duplex, { code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && pendingAnswer(socket) === null;
}

/** Whether TLS failed, before or after its handshake: the client would not understand what is written. */
const isTlsFault = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code);

function answer(socket: Duplex, fault: Fault): void {
  socket.write(bytesOf(fault));
  if (socket instanceof Socket) linger(socket);
  else socket.end();
}

/**
 * Answers with problem bodies of our own what Node's parser refuses by itself, without a request for the app: at every
 * path, since the parser has read none, or not all of it. No link or form of ours leads a browser there.
 */
export function answerUnreadable(server: Server, maxHeaderSize: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket instanceof Socket && isLingering(socket)) return;
    const isLost = !socket.writable || error.code === 'ECONNRESET' || isTlsFault(error);
    if (isLost || isAnswerDue(socket) || isWithoutRequest(socket, error)) socket.destroy();
    else answer(socket, faultOf(error, maxHeaderSize));
  });
  server.on('connect', (_request, socket) => {
    answer(
      socket,
      malformed('This server is not a proxy. Send only the path, with the host in the Host header.'),
    );
  });
}
