import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { TlsFiles } from '../config.ts';
import { listen, readTls, type Endpoint } from '../http/listen.ts';
import type { PushBook, PushVerdict } from './push-book.ts';
import { readSigned } from './verify-token.ts';

/** A running APNs. */
export interface Apns {
  readonly url: string;
  /** Number of opened connections. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

interface ApnsParts {
  readonly tls: TlsFiles;
  readonly endpoint: Endpoint;
  readonly book: PushBook;
  /** PEM; without it, tokens are not verified. */
  readonly publicKeyPem: string | undefined;
  readonly report: (error: unknown) => void;
}

const Alert = z.looseObject({
  aps: z.looseObject({
    alert: z.object({ title: z.string().optional(), body: z.string().optional() }).optional(),
  }),
});

const path = /^\/3\/device\/([^/?]+)$/;

const statuses = { gone: 410, fail: 500, busy: 429 } as const;
const reasons = { gone: 'Unregistered', fail: 'InternalServerError', busy: 'TooManyRequests' } as const;

function refuse(response: Http2ServerResponse, status: number, reason: string, timestamp?: number): void {
  const body = JSON.stringify({ reason, timestamp });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function readAlert(body: string) {
  try {
    return Alert.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Returns whether our services signed the provider token. */
async function isSigned({ headers }: Http2ServerRequest, publicKeyPem: string | undefined): Promise<boolean> {
  const bearer = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return (await readSigned(bearer, publicKeyPem, 'ES256')) !== null;
}

/** Answers a message as APNs does. */
async function answer(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { book, publicKeyPem }: ApnsParts,
): Promise<void> {
  const token = path.exec(request.url)?.[1];
  if (request.method !== 'POST' || token === undefined) return refuse(response, 404, 'BadPath');
  if (!(await isSigned(request, publicKeyPem))) return refuse(response, 403, 'InvalidProviderToken');
  if (request.headers['apns-topic'] === undefined) return refuse(response, 400, 'MissingTopic');
  const sent = readAlert(await text(request));
  if (!sent) return refuse(response, 400, 'PayloadEmpty');
  const { aps, ...data } = sent;
  const { title = null, body = null } = aps.alert ?? {};
  const verdict = await book.take({ provider: 'APNS', token: decodeURIComponent(token), title, body, data });
  answerAs(response, verdict);
}

function answerAs(response: Http2ServerResponse, verdict: PushVerdict): void {
  if (verdict.kind === 'silent') return;
  if (verdict.kind === 'accepted') return void response.writeHead(200, { 'apns-id': verdict.id }).end();
  if (verdict.kind === 'refuse') return refuse(response, verdict.status, verdict.code, verdict.timestamp);
  if (verdict.kind === 'busy') response.setHeader('retry-after', String(verdict.retryAfter));
  refuse(response, statuses[verdict.kind], reasons[verdict.kind]);
}

/** Starts APNs: HTTP/2 only over TLS, like the real one. */
export async function startApns(parts: ApnsParts): Promise<Apns> {
  const { tls, endpoint, report } = parts;
  const sessions = new Set<Http2Session>();
  let opened = 0;
  const server = createSecureServer({ ...readTls(tls), allowHTTP1: false }, (request, response) => {
    answer(request, response, parts).catch((error: unknown) => {
      report(error);
      response.destroy();
    });
  });
  server.on('session', (session) => {
    opened += 1;
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    // A disconnected client is not an error of the sandbox.
    session.on('error', () => session.destroy());
  });
  const port = await listen(server, endpoint);
  return {
    url: `https://127.0.0.1:${port}`,
    connections: () => opened,
    stop: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const session of sessions) session.destroy();
      await closed.promise;
    },
  };
}
