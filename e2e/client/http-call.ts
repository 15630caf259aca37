import { once } from 'node:events';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import type { Problem } from '@pas/platform/http/render-error';

/** One request as a client sends it. */
export interface HttpCall {
  method?: string;
  /** An API key, a Core JWT or an identity provider's token. */
  bearer?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** The address that the request comes from, in 127/8; limits that count by address then see another client. */
  from?: string;
}

export interface HttpAnswer<Body> {
  status: number;
  headers: IncomingHttpHeaders;
  /** Exactly as it came. */
  text: string;
  body: Body;
}

/** Sends a request and reads the JSON of its answer; `Body` is what the test expects to be in it. */
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
  // A test that is wrong about the type fails by its expectations.
  const parsed = (isJson ? JSON.parse(text) : undefined) as Body;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed };
}

/**
 * The body of an answer that has to be this one for the test to go on.
 *
 * @throws Error with the whole answer when it is another
 */
export async function bodyOf<Body>(answering: Promise<HttpAnswer<Body>>, status: number): Promise<Body> {
  const answer = await answering;
  if (answer.status === status) return answer.body;
  throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
}
