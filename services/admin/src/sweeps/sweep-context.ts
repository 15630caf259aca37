import { randomUUIDv7 } from 'node:crypto';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { Logger } from '@pas/platform/log/logger';
import { anonymous } from '@pas/shared/principal/principal';

/** Where the sweeper runs. */
export interface SweepPlace {
  environment: string;
  events: CommittedEvents;
  log: Logger;
}

/** What a piece of the sweeper's work knows: the audit names it as the system, under a correlation id of its own. */
export function sweepContext({ environment, events, log }: SweepPlace, tenantId: string): OperationContext {
  return {
    principal: { ...anonymous, name: 'Sweeper', tenantId },
    tenantId,
    environment,
    service: 'admin',
    correlationId: randomUUIDv7(),
    now: new Date(),
    client: { ip: null, userAgent: null },
    log,
    events,
  };
}
