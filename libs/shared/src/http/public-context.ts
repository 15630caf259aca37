import type { Request, Response } from 'express';
import type { PublicContext } from '../context/operation-context.ts';
import { currentTrace } from '../context/request-context.ts';
import { clientOf, principalOf } from './authenticate.ts';

/** Whose requests a context is made of. */
export type ServedBy = Pick<PublicContext, 'service' | 'environment' | 'log' | 'events'>;

/** What an operation gets to know of an authenticated request. */
export function publicContextOf(request: Request, response: Response, servedBy: ServedBy): PublicContext {
  const principal = principalOf(response);
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
