import { limitRefusals } from '@pas/shared/audit/limit-refusals';
import { templateOfPath } from '@pas/shared/audit/path-target';
import { recordDenial } from '@pas/shared/audit/record-denial';
import { currentTrace } from '@pas/platform/trace/trace';
import type { Fault } from '@pas/platform/errors/fault';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import type { Logger } from '@pas/platform/log/logger';
import type { Principal } from '@pas/shared/principal/principal';
import { readStatedPurpose } from '@pas/shared/principal/stated-purpose';
import type { Request } from 'express';
import { storeStaffName } from './staff/store-staff-name.ts';
import type { Client } from './client.ts';

/** A refused request of a known caller. */
export interface Refusal {
  request: Request;
  client: Client;
  environment: string;
  principal: Principal;
  refusal: Fault;
}

/**
 * Records a refusal before it is answered.
 *
 * @throws rate_limited for a caller with too many refusals. The caller gets 429 instead of 403, and nothing is
 *   recorded.
 */
export type RecordRefusal = (refusal: Refusal) => Promise<void>;

/**
 * Prepares the recording of refusals. The gateway writes them into the control database only, under the environment of
 * the request. The services of that environment move them into its audit.
 */
export function createRefusalRecorder(log: Logger): RecordRefusal {
  const countRefusal = limitRefusals();
  return async (refused) => {
    const { principal, environment, client, request } = refused;
    const limited = countRefusal(principal);
    if (limited) throw limited;
    if (principal.tenantId === null) return;
    const isKey = principal.kind === 'api_key';
    const ctx = {
      // The sealer reads the name of a person. The gateway must not store it in the audit chain.
      principal: isKey
        ? { ...principal, ...readStatedPurpose(request.headers).purpose }
        : { ...principal, name: null },
      tenantId: principal.tenantId,
      environment,
      service: 'gateway',
      correlationId: currentTrace()?.correlationId ?? '',
      now: new Date(),
      client: { ip: client.address, userAgent: request.headers['user-agent']?.slice(0, 256) ?? null },
      log,
      events: leaveToSweeper,
    };
    await storeStaffName(principal, null);
    const { method, path } = request;
    const route = templateOfPath(path);
    await recordDenial(ControlOutboxModel, ctx, { method, path, route, fault: refused.refusal });
  };
}
