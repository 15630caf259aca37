import { once } from 'node:events';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import type { Problem } from '@pas/platform/http/render-error';

/** One request of a client. */
export interface HttpCall {
  method?: string;
  /** An API key, a Core JWT or an identity provider's token. */
  bearer?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** The source address, in 127/8. Limits by address then count another client. */
  from?: string;
}

export interface HttpAnswer<Body> {
  status: number;
  headers: IncomingHttpHeaders;
  /** The unchanged body. */
  text: string;
  body: Body;
}

/** Sends a request and parses the JSON of its answer; `Body` is the expected type. */
export async function call<Body = Problem>(url: string, options: HttpCall = {}): Promise<HttpAnswer<Body>> {
  const { method = options.body === undefined ? 'GET' : 'POST', bearer, body, from } = options;
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const outgoing = request(url, {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(from !== undefined && { localAddress: from }),
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const text = await readText(incoming);
  const isJson = /[/+]json/.test(incoming.headers['content-type'] ?? '');
  // A wrong type fails by the test's expectations.
  const parsed = (isJson ? JSON.parse(text) : undefined) as Body;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed };
}

/**
 * Returns the body of an answer with the expected status.
 *
 * @throws Error with the whole answer for another status
 */
export async function bodyOf<Body>(answering: Promise<HttpAnswer<Body>>, status: number): Promise<Body> {
  const answer = await answering;
  if (answer.status === status) return answer.body;
  throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
}
