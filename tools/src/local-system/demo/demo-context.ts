import type { OperationContext } from '@pas/shared/context/operation-context';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import type { DemoStaff } from './buildings.ts';

const dayMs = 24 * 3600 * 1000;

/** The moment some days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** The context in which a tenant's rows are made: as if its owner had made them, in DEV. */
export function demoContext(tenantId: string, { name, email }: DemoStaff, now: Date): OperationContext {
  const environment = 'DEV';
  const service = 'local-system';
  return {
    principal: {
      kind: 'staff',
      id: email,
      name,
      tenantId,
      scopes: [],
      propertyIds: null,
      sessionId: null,
    },
    tenantId,
    environment,
    service,
    correlationId: 'local-system-demo',
    now,
    client: { ip: null, userAgent: null },
    log: createLogger({ service, environment, level: 'info' }),
    events: leaveToSweeper,
  };
}
