import { recordDenial } from '@pas/shared/audit/record-denial';
import { currentTrace } from '@pas/platform/trace/trace';
import type { Fault } from '@pas/platform/errors/fault';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import type { Logger } from '@pas/platform/log/logger';
import type { Principal } from '@pas/shared/principal/principal';
import type { Request } from 'express';
import type { Client } from './client.ts';
import type { RouteGroup } from './route-table.ts';

/** A known caller who was turned away at the edge. */
export interface Refusal {
  request: Request;
  client: Client;
  group: RouteGroup | undefined;
  environment: string;
  principal: Principal;
  refusal: Fault;
}

/** Puts a refusal on record before the caller hears of it. */
export type RecordRefusal = (refusal: Refusal) => Promise<void>;

/** The group stands for the path, in which ids and tokens may be. */
const routeOf = ({ request, group }: Refusal): string => `${request.method} ${group?.prefix ?? ''}/*`;

/**
 * Prepares the recording of refusals. They go into the control database, the only one that the gateway writes, under
 * the environment that the request chose, whose own services carry them into its audit.
 */
export function createRefusalRecorder(log: Logger): RecordRefusal {
  return async (refused) => {
    const { principal, environment, client, request } = refused;
    if (principal.tenantId === null) return;
    const ctx = {
      principal,
      tenantId: principal.tenantId,
      environment,
      service: 'gateway',
      correlationId: currentTrace()?.correlationId ?? '',
      now: new Date(),
      client: { ip: client.address, userAgent: request.headers['user-agent']?.slice(0, 256) ?? null },
      log,
      events: leaveToSweeper,
    };
    await recordDenial(ControlOutboxModel, ctx, { route: routeOf(refused), code: refused.refusal.code });
  };
}
