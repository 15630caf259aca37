import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { AuthenticationError, ConnectionFailedError, DeadlineError } from '@pas/client';
import { healthRoutes } from '@pas/platform/http/health';
import type { Logger } from '@pas/platform/log/logger';
import { readStatedPurpose } from '@pas/shared/principal/stated-purpose';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AgentSessions } from './agent-sessions.ts';
import { HttpRefusal } from './http-refusal.ts';

/** Largest message. A building of a thousand residents fits. */
const bodyLimit = '256kb';

const keyShape = /^Bearer (pas_(?:live|stg|test|dev)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49})$/;

/** Keys that the API has refused, by address: twenty in ten minutes. Else one client could block this server there. */
const refusedKeys = { points: 20, duration: 600 };

function readKey({ headers }: Request): string {
  const [, key] = keyShape.exec(headers.authorization ?? '') ?? [];
  if (key === undefined) throw new HttpRefusal(401, 'Send an API key: Authorization: Bearer pas_…');
  return key;
}

/** Refuses a request without a key before its body is read. */
const requireKey: RequestHandler = (request, _response, next) => {
  readKey(request);
  next();
};

/** A page of another origin must not use the server with the key of its visitor. */
function refuseForeignOrigins(allowed: readonly string[]): RequestHandler {
  return ({ headers: { origin } }, _response, next) => {
    if (origin !== undefined && !allowed.includes(origin))
      throw new HttpRefusal(403, 'This origin is not allowed.');
    next();
  };
}

const refusalOf = (error: unknown): HttpRefusal | null => {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof AuthenticationError)
    return new HttpRefusal(401, `The key does not work: ${error.code}.`);
  if (error instanceof ConnectionFailedError || error instanceof DeadlineError)
    return new HttpRefusal(503, 'The API did not answer in time.');
  const { status } = error as { status?: unknown };
  const isOfClient = typeof status === 'number' && status >= 400 && status < 500;
  return isOfClient ? new HttpRefusal(status, 'The request can’t be read.') : null;
};

/** Renders refusals as errors of JSON-RPC. Neither the answer nor the log has the key. */
function renderRefusals(log: Logger): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const refusal = refusalOf(error) ?? new HttpRefusal(500, 'The request has failed.');
    if (refusal.status === 500) log.error({ err: error as unknown }, 'request failed');
    if (refusal.status === 401) response.set('WWW-Authenticate', 'Bearer');
    if ([429, 503].includes(refusal.status)) response.set('Retry-After', '30');
    const body = { jsonrpc: '2.0', error: { code: -32_000, message: refusal.message }, id: null };
    response.status(refusal.status).json(body);
  };
}

/** Parts of the HTTP server. */
export interface HttpParts {
  sessions: AgentSessions;
  allowedOrigins: readonly string[];
  /** Addresses or CIDR ranges whose X-Forwarded-For names the client. */
  trustedProxies: readonly string[];
  log: Logger;
}

/** Returns the person whom the agent serves, from the header X-Pas-On-Behalf-Of. */
function readPerson({ headers }: Request): string | undefined {
  const { purpose, problems } = readStatedPurpose(headers);
  const [problem] = problems;
  if (problem) throw new HttpRefusal(400, problem.message);
  return purpose.onBehalfOf;
}

function serveSessions(sessions: AgentSessions): RequestHandler {
  const failures = new RateLimiterMemory(refusedKeys);
  const open = async (request: Request, apiKey: string) => {
    const address = request.ip ?? 'unknown';
    const state = await failures.get(address);
    if (state !== null && state.remainingPoints <= 0)
      throw new HttpRefusal(429, 'Too many keys that do not work. Try again later.');
    try {
      return await sessions.open({ apiKey, address, onBehalfOf: readPerson(request) });
    } catch (error) {
      if (error instanceof AuthenticationError) await failures.penalty(address);
      throw error;
    }
  };
  return async (request, response) => {
    const apiKey = readKey(request);
    const body = request.body as unknown;
    const id = request.get('mcp-session-id');
    if (Array.isArray(body)) throw new HttpRefusal(400, 'Send one message in a request.');
    if (id === undefined && !isInitializeRequest(body))
      throw new HttpRefusal(400, 'Begin with an initialize request.');
    const transport = id === undefined ? await open(request, apiKey) : sessions.find(id, apiKey);
    if (!transport) throw new HttpRefusal(404, 'No such session.');
    await transport.handleRequest(request, response, body);
  };
}

/** Creates the app: `/mcp` for sessions, and the health checks. */
export function createHttpApp({ sessions, allowedOrigins, trustedProxies, log }: HttpParts): Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', [...trustedProxies]);
  app.use((_request, response, next) => {
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
    next();
  });
  app.use(healthRoutes([]));
  const serve = serveSessions(sessions);
  app
    .route('/mcp')
    .all(refuseForeignOrigins(allowedOrigins), requireKey)
    .post(express.json({ limit: bodyLimit }), serve)
    .get(serve)
    .delete(serve);
  app.use(() => {
    throw new HttpRefusal(404, 'The server is at /mcp.');
  });
  app.use(renderRefusals(log));
  return app;
}
