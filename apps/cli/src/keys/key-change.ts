import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { currentTrace } from '@pas/platform/trace/trace';
import { changePlatformKeys } from '@pas/shared/api-keys/change-platform-keys';
import type { AuditActor } from '@pas/shared/audit/prepare-record';
import { commitControl, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { anonymous } from '@pas/shared/principal/principal';
import { silentLog } from '../open-stores.ts';

/** The person who runs a command, and the environment that it is for. */
export interface KeyOperator {
  /** The person's name on this machine; the audit has nothing better. */
  operator: string;
  /** Determines the prefix of a new key and the audit trail that records the change. */
  environment: string;
}

function contextOf({ environment }: KeyOperator, tenantId: string, now: Date): OperationContext {
  return {
    principal: anonymous,
    tenantId,
    environment,
    service: 'cli',
    correlationId: currentTrace()?.correlationId ?? '',
    now,
    client: { ip: null, userAgent: null },
    log: silentLog,
    events: leaveToSweeper,
  };
}

/** Returns the operator as an audit actor. */
export const actorOf = ({ operator }: KeyOperator): AuditActor => ({
  type: 'SYSTEM',
  id: null,
  name: operator,
});

/**
 * Changes keys in one transaction. For a tenant's keys, it includes the events and the audit record; the platform has
 * no trail.
 *
 * @param tenantId null for keys of the platform
 */
export async function changeKeys<T>(
  by: KeyOperator,
  { tenantId, now }: { tenantId: string | null; now: Date },
  work: (change: Change) => Promise<T>,
): Promise<T> {
  if (tenantId !== null) return commitControl(contextOf(by, tenantId, now), work);
  return changePlatformKeys(work);
}
