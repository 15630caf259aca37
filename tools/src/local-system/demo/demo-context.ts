import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { randomUUIDv7 } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import type { Principal } from '@pas/shared/principal/principal';
import type { LocalEnvironment } from '../secrets.ts';
import type { DemoStaff } from './buildings.ts';

const dayMs = 24 * 3600 * 1000;

/** Returns the time `days` before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Service that the demo's rows name as their creator. */
const service = 'admin';
const log = createLogger({ service: 'local-system', environment: 'DEV', level: 'info' });

/** Tenant, actor and time of rows of the demo. */
export interface DemoMoment {
  environment: LocalEnvironment;
  now: Date;
}

function contextOf(principal: Principal, { environment, now }: DemoMoment): PublicContext {
  const { tenantId } = principal;
  const client = { ip: null, userAgent: null };
  const correlationId = randomUUIDv7();
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

/** Returns the context for creating tenants. */
export function platformContext(now: Date): PublicContext {
  const id = 'local-system';
  const principal = { ...staff, id, name: 'local system', tenantId: null, scopes: ['platform'] };
  return contextOf(principal, { environment: 'DEV', now });
}

/** Returns the context for creating a tenant's rows as one of its staff. */
export function demoContext(
  tenantId: string,
  { name, email }: Pick<DemoStaff, 'name' | 'email'>,
  moment: DemoMoment,
): OperationContext {
  return { ...contextOf({ ...staff, id: email, name, tenantId, scopes: [] }, moment), tenantId };
}
