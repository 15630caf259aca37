import { lookup as systemLookup, Resolver, type LookupAddress } from 'node:dns';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** What an endpoint has answered. `error` is null for success. */
export interface Outcome {
  responseStatus: number | null;
  error: string | null;
}

/** A signed event. */
export interface SignedRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends requests to endpoints; never throws. */
export type SendRequest = (request: SignedRequest) => Promise<Outcome>;

/** The addresses of this machine to which events may go in development. */
const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** How long a try takes at most, in milliseconds, from the look-up of the name to the end of the answer. */
const maxMs = 15_000;

/** How much of an answer is read, in bytes. */
const maxAnswerBytes = 64 * 1024;

const failed = (error: string, responseStatus: number | null = null): Outcome => ({ responseStatus, error });

/**
 * Resolves names without the thread pool of the process, of which a slow name server would take all threads. `localhost`,
 * which is for development, is no matter of name servers.
 */
function createLookup(): LookupFunction {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  return (hostname, options, done) => {
    if (hostname === 'localhost') return systemLookup(hostname, options, done as never);
    const finish = (addresses: LookupAddress[]): void => {
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return done(null, first?.address ?? '', first?.family ?? 4);
    };
    resolver.resolve4(hostname, (noFour, four) => {
      if (!noFour && four.length > 0) return finish(four.map((address) => ({ address, family: 4 })));
      return resolver.resolve6(hostname, (noSix, six) => {
        if (noSix) return done(noSix, []);
        return finish(six.map((address) => ({ address, family: 6 })));
      });
    });
  };
}

/** Why a request got no answer. */
function reasonOf(error: unknown): string {
  const { message, code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  if (message.includes('is not allowed. Because')) return 'private_address';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME|EPROTO/.test(code) ? 'tls_failed' : 'connection_failed';
}

/** What a status means: any 2xx is success. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { responseStatus: status, error: null };
  return failed(status >= 300 && status < 400 ? 'redirected' : 'refused', status);
}

/** Reads an answer to its end, or as far as anybody is interested. What it says is thrown away. */
function drain(request: ClientRequest, response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) request.destroy();
  });
  response.on('close', done);
  response.on('error', () => undefined);
}

/**
 * Prepares to send requests. Each try resolves the name once and connects to exactly those addresses, if all of them are
 * public: a name cannot change between the check and the connection. No redirect is followed.
 */
export function createSendRequest({ allowsLoopback }: { allowsLoopback: boolean }): SendRequest {
  const options = {
    keepAlive: false,
    allowIPAddressList: allowsLoopback ? [...loopbackAddresses] : [],
    lookup: createLookup(),
  };
  const agents = {
    http: new RequestFilteringHttpAgent(options),
    https: new RequestFilteringHttpsAgent(options),
  };
  return ({ url, headers, body }) =>
    new Promise<Outcome>((resolve) => {
      const isTls = url.startsWith('https:');
      const send = isTls ? httpsRequest : httpRequest;
      const signal = AbortSignal.timeout(maxMs);
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      try {
        const request = send(url, {
          method: 'POST',
          agent: isTls ? agents.https : agents.http,
          headers: { ...headers, ...length },
          signal,
        });
        request.on('response', (response) => {
          const outcome = outcomeOf(response.statusCode ?? 0);
          drain(request, response, () => resolve(outcome));
        });
        request.on('error', (error) => resolve(failed(signal.aborted ? 'timeout' : reasonOf(error))));
        request.end(body);
      } catch (error) {
        resolve(failed(reasonOf(error)));
      }
    });
}
