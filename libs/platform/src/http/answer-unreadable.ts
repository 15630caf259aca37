import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { chooseCorrelationId } from '../trace/trace.ts';
import { Fault } from '../errors/fault.ts';
import { malformed } from '../errors/raise.ts';
import { problemMediaType, toProblem } from './render-error.ts';
import { isLingering, lastRequestOf, linger } from './linger.ts';

/** The time in which a process that was stalled reads the requests that have arrived, in milliseconds. */
const catchUpMs = 1000;

function faultOf({ code }: NodeJS.ErrnoException, maxHeaderSize: number): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request line and headers are larger than ${maxHeaderSize / 1024} KiB, or too many. Send less.`;
    return new Fault('headers_too_large', 'headers_too_large', message);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'The request did not arrive in time. Send it again.';
    return new Fault('request_timeout', 'request_timeout', message);
  }
  return malformed('The request is not valid HTTP. Check what the client sends.');
}

/** Writes an answer as bytes. An unreadable request has no response object. */
function bytesOf(fault: Fault, correlationId: string): string {
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

/** Returns the pending answer to the last request of a connection; null if it is sent, or no request came. */
function pendingAnswer(socket: Duplex): ServerResponse | null {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

/** Returns the correlation id of a request whose body is late or unreadable, or else a new one. */
function correlationIdOf(socket: Duplex): string {
  const chosen = pendingAnswer(socket)?.getHeader('X-Correlation-Id');
  return chooseCorrelationId(typeof chosen === 'string' ? chosen : undefined);
}

/**
 * Whether another answer is due on the connection first. Bytes in the middle of that answer would count as its body.
 * Bytes before it would count as the answer to a valid request, which may have had its effect.
 */
function isAnswerDue(socket: Duplex): boolean {
  const response = pendingAnswer(socket);
  return response ? response.headersSent || response.req.complete : false;
}

/**
 * Whether a connection timed out before it had sent the headers of a request. It is then closed without an
 * answer. Browsers and pools open connections ahead of their requests. They would take an early answer for the
 * answer to their next request (RFC 9110, section 15.5.9). A late body gets a 408.
 */
function isWithoutRequest(socket: Duplex, { code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && pendingAnswer(socket) === null;
}

/**
 * Closes a connection without a request, unless one is read soon. The parser's clock runs on while the process is
 * stalled, so a request that arrived in time looks late.
 */
function closeUnlessRequested(socket: Duplex): void {
  if (!(socket instanceof Socket)) return void socket.destroy();
  const before = lastRequestOf(socket);
  const timer = setTimeout(() => {
    if (lastRequestOf(socket) === before) socket.destroy();
  }, catchUpMs);
  timer.unref();
}

/** Whether TLS failed, before or after its handshake. The client could not read an answer. */
const isTlsFault = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code);

function answer(socket: Duplex, fault: Fault): void {
  socket.write(bytesOf(fault, correlationIdOf(socket)));
  if (socket instanceof Socket) linger(socket);
  else socket.end();
}

/**
 * Answers requests that Node's parser refuses with problem bodies instead of Node's own answers. The path is unknown,
 * so the answer is the same at every path. Links and forms of this system never lead a browser there.
 */
export function answerUnreadable(server: Server, maxHeaderSize: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket instanceof Socket && isLingering(socket)) return;
    const isLost = !socket.writable || error.code === 'ECONNRESET' || isTlsFault(error);
    if (isLost || isAnswerDue(socket)) socket.destroy();
    else if (isWithoutRequest(socket, error)) closeUnlessRequested(socket);
    else answer(socket, faultOf(error, maxHeaderSize));
  });
  server.on('connect', (_request, socket) => {
    answer(
      socket,
      malformed('This server is not a proxy. Send only the path, with the host in the Host header.'),
    );
  });
}
