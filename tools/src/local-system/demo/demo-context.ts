import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { randomUUIDv7 } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import type { Principal } from '@pas/shared/principal/principal';
import type { LocalEnvironment } from '../secrets.ts';
import type { DemoStaff } from './buildings.ts';

const dayMs = 24 * 3600 * 1000;

/** The moment some days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** The demo's rows are made as if by requests to this service. */
const service = 'admin';
const log = createLogger({ service: 'local-system', environment: 'DEV', level: 'info' });

/** Where and when a demo's rows are made. */
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

/** The context in which tenants are made. */
export function platformContext(now: Date): PublicContext {
  const id = 'local-system';
  const principal = { ...staff, id, name: 'local system', tenantId: null, scopes: ['platform'] };
  return contextOf(principal, { environment: 'DEV', now });
}

/** The context in which a tenant's rows are made: as if one of its staff had made them. */
export function demoContext(
  tenantId: string,
  { name, email }: Pick<DemoStaff, 'name' | 'email'>,
  moment: DemoMoment,
): OperationContext {
  return { ...contextOf({ ...staff, id: email, name, tenantId, scopes: [] }, moment), tenantId };
}
