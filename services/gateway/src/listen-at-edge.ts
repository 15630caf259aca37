import { STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { chooseCorrelationId } from '@pas/shared/context/request-context';
import { Fault } from '@pas/shared/errors/fault';
import { problemMediaType, toProblem } from '@pas/shared/http/render-error';
import { listen, type ListenOptions } from '@pas/shared/lifecycle/listen';

const maxHeaderSize = 16 * 1024;

function faultOf({ code }: NodeJS.ErrnoException): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Fault(
      'headers_too_large',
      'headers_too_large',
      'The headers are larger than 16 KiB. Send less.',
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Fault(
      'request_timeout',
      'request_timeout',
      'The request did not arrive in time. Send it again.',
    );
  }
  return new Fault('malformed', 'malformed_request', 'The request is not HTTP that can be read.');
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

/** Node keeps the response under way on its socket; bytes of ours in the middle of it would pass for its body. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;

function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  socket.end(bytesOf(faultOf(error)), () => socket.destroy());
}

/**
 * Starts the gateway's HTTP server: headers up to 16 KiB, and problem bodies of our own even for what Node's parser
 * refuses. A missing Host header is left to the app, which answers it like everything else that is malformed.
 */
export async function listenAtEdge(
  app: RequestListener,
  options: Omit<ListenOptions, 'maxHeaderSize'>,
): Promise<Server> {
  const server = await listen(app, { ...options, maxHeaderSize });
  Object.assign(server, { requireHostHeader: false });
  server.on('clientError', answerUnreadable);
  return server;
}
