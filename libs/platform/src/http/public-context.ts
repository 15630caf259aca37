import type { Request, Response } from 'express';
import type { Caller, PublicContext } from '../context/operation-context.ts';
import { currentTrace } from '../trace/trace.ts';
import { principalOf } from './route-guard.ts';

/** The process that serves the requests of a context. */
export type ServedBy = Pick<PublicContext, 'service' | 'environment' | 'log' | 'events'>;

/** Reads the caller's address and user agent, as the gateway forwards them. */
function clientOf(request: Request): PublicContext['client'] {
  const forwarded = request.headers['x-forwarded-for'];
  const ip = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined;
  return { ip: ip || null, userAgent: request.headers['user-agent']?.slice(0, 256) ?? null };
}

/** Makes the context of an operation from an authenticated request. */
export function publicContextOf<Principal extends Caller>(
  request: Request,
  response: Response,
  servedBy: ServedBy,
): PublicContext<Principal> {
  const principal = principalOf(response) as Principal;
  const { service, environment, log, events } = servedBy;
  return {
    principal,
    tenantId: principal.tenantId,
    environment,
    service,
    correlationId: currentTrace()?.correlationId ?? '',
    now: new Date(),
    client: clientOf(request),
    log,
    events,
  };
}
