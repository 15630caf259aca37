import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import type { Principal } from '@pas/shared/principal/principal';
import type { DemoStaff } from './buildings.ts';

const dayMs = 24 * 3600 * 1000;

/** The moment some days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

const environment = 'DEV';
/** The demo's rows are made as if by requests to this service. */
const service = 'admin';
const log = createLogger({ service: 'local-system', environment, level: 'info' });

function contextOf(principal: Principal, now: Date): PublicContext {
  const { tenantId } = principal;
  const client = { ip: null, userAgent: null };
  const correlationId = 'local-system-demo';
  return {
    principal,
    tenantId,
    environment,
    service,
    correlationId,
    now,
    client,
    log,
    events: leaveToSweeper,
  };
}

const staff = { kind: 'staff', propertyIds: null, sessionId: null } as const;

/** The context in which tenants are made. */
export function platformContext(now: Date): PublicContext {
  const id = 'local-system';
  return contextOf({ ...staff, id, name: 'local system', tenantId: null, scopes: ['platform'] }, now);
}

/** The context in which a tenant's rows are made: as if its owner had made them, in DEV. */
export function demoContext(tenantId: string, { name, email }: DemoStaff, now: Date): OperationContext {
  return { ...contextOf({ ...staff, id: email, name, tenantId, scopes: [] }, now), tenantId };
}
