import type { CommittedEvents } from '../events/committed-events.ts';
import type { Logger } from '../log/logger.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import type { OperationPlan } from './operation-plan.ts';

/** The part of a caller that this library needs. A product's principal has more fields. */
export interface Caller {
  kind: string;
  /** Null for anonymous callers. */
  id: string | null;
  /**
   * The id that the caller shares with its predecessors, such as a rotated API key with earlier keys. Not set if it
   * equals `id`.
   */
  lineageId?: string;
  /** The tenant to which all work is confined. Null if the caller has none or has named none. */
  tenantId: string | null;
}

/** Context of an operation before its tenant is known. */
export interface PublicContext<Principal extends Caller = Caller> {
  principal: Principal;
  tenantId: string | null;
  /** The Core that this process serves, such as `DEV`. */
  environment: string;
  /** The service, such as `admin`. */
  service: string;
  correlationId: string;
  /** The time of the request, which is the same throughout the request. */
  now: Date;
  client: { ip: string | null; userAgent: string | null };
  log: Logger;
  /** Takes the events of the commits of this work. */
  events: CommittedEvents;
  /** The transaction of the work, if its answer is stored together with its effect. */
  within?: Transaction;
  /** The plan of the operation, if the caller asks for one or names one. */
  plan?: OperationPlan;
}

/** Context of an operation: the principal, the tenant and the time of the request. */
export interface OperationContext<Principal extends Caller = Caller> extends PublicContext<Principal> {
  tenantId: string;
}

/** Confines the rest of the work to the tenant that a token names. */
export function withTenant<Principal extends Caller>(
  ctx: PublicContext<Principal>,
  tenantId: string,
): OperationContext<Principal> {
  return { ...ctx, tenantId };
}
