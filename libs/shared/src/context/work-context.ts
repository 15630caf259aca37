import { randomUUIDv7 } from 'node:crypto';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { Logger } from '@pas/platform/log/logger';
import { currentTrace } from '@pas/platform/trace/trace';
import { anonymous } from '../principal/principal.ts';
import type { OperationContext } from './operation-context.ts';

/** A program that works without a request: a consumer, a sweeper or an import. */
export interface Worker {
  service: string;
  /** Name of the actor in the audit, such as `Sweeper`. */
  name: string;
  environment: string;
  events: CommittedEvents;
  log: Logger;
}

/**
 * Makes the context of work without a request. The actor in the audit is the system. The correlation id is that of
 * the current event; work without an event gets its own.
 */
export function workContext({ name, ...worker }: Worker, tenantId: string): OperationContext {
  return {
    ...worker,
    principal: { ...anonymous, name, tenantId },
    tenantId,
    correlationId: currentTrace()?.correlationId ?? randomUUIDv7(),
    now: new Date(),
    client: { ip: null, userAgent: null },
  };
}
