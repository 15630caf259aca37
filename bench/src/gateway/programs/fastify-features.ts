import { hash, randomUUID } from 'node:crypto';
import proxy from '@fastify/http-proxy';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { destination, pino } from 'pino';
import { Histogram } from 'prom-client';
import { findKey, type KeyRecord } from './find-key.ts';
import { signAssertion } from './sign-assertion.ts';

// The hot-path features of the gateway on Fastify, with state in memory as in the gateway. Features: key look-up,
// environment, assertion, correlation id, access log and histogram. It has no rate limit and no retries.

/** A key whose secret was verified, with its last assertion. */
interface VerifiedKey {
  record: KeyRecord;
  assertion: string;
  signedAt: number;
}

const log = pino(destination({ dest: 1, sync: false, minLength: 8192 }));
const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time of a request, by method and status class.',
  labelNames: ['method', 'status'],
});
const known = new LRUCache<string, VerifiedKey>({ max: 50_000, ttl: 60_000 });
const environments: ReadonlySet<string> = new Set(['DEV', 'TEST']);

async function verify(authorization: string, environment: string): Promise<VerifiedKey | null> {
  const digest = hash('sha256', authorization, 'base64');
  const cached = known.get(digest);
  if (cached && Date.now() - cached.signedAt < 25_000) return cached;
  const record = cached?.record ?? (await findKey(authorization));
  if (!record) return null;
  const entry = { record, assertion: await signAssertion(record, environment), signedAt: Date.now() };
  known.set(digest, entry);
  return entry;
}

/** Returns the status of a refusal, or the assertion of an admitted caller. */
async function admit({ headers }: FastifyRequest): Promise<number | string> {
  const { authorization = '', 'x-admin-env': environment } = headers;
  if (typeof environment !== 'string' || !environments.has(environment)) return 422;
  const caller = await verify(authorization, environment);
  if (!caller) return 401;
  return caller.record.environments.includes(environment) ? caller.assertion : 403;
}

function check(request: FastifyRequest, reply: FastifyReply, proceed: (error?: Error) => void): void {
  const decide = async (): Promise<void> => {
    const admitted = await admit(request);
    if (typeof admitted === 'number') return void reply.code(admitted).send();
    reply.header('X-Admin-Env', request.headers['x-admin-env']);
    reply.header('X-Correlation-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    request.headers['x-pas-assertion'] = admitted;
    return proceed();
  };
  decide().catch(proceed);
}

const app = fastify({ genReqId: () => randomUUID() });
app.addHook('onResponse', (request, reply, done) => {
  const { method, url } = request;
  const durationMs = Math.round(reply.elapsedTime * 10) / 10;
  log.info({ correlationId: request.id, method, path: url, status: reply.statusCode, durationMs }, 'request');
  const status = `${Math.trunc(reply.statusCode / 100)}xx`;
  seconds.observe({ method, status }, reply.elapsedTime / 1000);
  done();
});
app.get('/readyz', () => ({ status: 'ready' }));
await app.register(proxy, {
  upstream: process.env['UPSTREAM_URL'] ?? '',
  prefix: '/api',
  rewritePrefix: '/api',
  preHandler: check,
  replyOptions: {
    rewriteRequestHeaders: (
      request,
      { authorization: _credential, 'x-admin-env': _environment, ...headers },
    ) => ({
      ...headers,
      'x-correlation-id': (request as FastifyRequest).id,
      'x-forwarded-for': (request as FastifyRequest).ip,
    }),
  },
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
