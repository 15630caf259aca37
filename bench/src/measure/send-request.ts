import { request as sendHttp, type Agent } from 'node:http';

/** A request with a body, or a GET without one. */
export interface BenchRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON by POST. */
  body?: unknown;
  /** A body that is JSON already and is signed: sent byte for byte. */
  text?: string;
}

/** Result of a request. */
export interface Answer {
  /** The status; without an answer, `time-out` or the code of the connection's error. */
  status: number | string;
  /** From its sending to the end of its answer, in milliseconds. */
  ms: number;
  text: string;
}

/** Sends a request over an agent's connections, and waits for its whole answer. It never rejects. */
export async function sendRequest(agent: Agent, request: BenchRequest, timeoutMs: number): Promise<Answer> {
  const { url, headers, body, text: signed } = request;
  const payload = signed ?? (body === undefined ? undefined : JSON.stringify(body));
  const start = performance.now();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const finish = (status: Answer['status'], text = ''): void =>
    resolve({ status, ms: performance.now() - start, text });
  const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload ?? '') };
  const sent = sendHttp(url, {
    agent,
    method: payload === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(payload !== undefined && json) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => finish(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
    response.on('error', ({ name }) => finish(name));
  });
  sent.on('error', (error: NodeJS.ErrnoException) =>
    finish(
      error.name === 'AbortError' || error.name === 'TimeoutError' ? 'time-out' : (error.code ?? error.name),
    ),
  );
  sent.end(payload);
  return promise;
}
