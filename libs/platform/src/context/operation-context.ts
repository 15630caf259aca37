import type { CommittedEvents } from '../events/committed-events.ts';
import type { Logger } from '../log/logger.ts';
import type { Transaction } from '../mongo/in-transaction.ts';

/** The caller, as far as the mechanisms need to know it. A product's principal has more fields. */
export interface Caller {
  kind: string;
  /** Null for anonymous callers. */
  id: string | null;
  /**
   * What the caller shares with those that came before it in its place, such as an API key with the key that it was
   * rotated from. Not set where that is the id.
   */
  lineageId?: string;
  /** The tenant to which all work is confined. Null if the caller has none or has named none. */
  tenantId: string | null;
}

/** What an operation knows of the request behind it before a tenant is known. */
export interface PublicContext<Principal extends Caller = Caller> {
  principal: Principal;
  tenantId: string | null;
  /** The Core that this process serves, such as `DEV`. */
  environment: string;
  /** The service that does the work, such as `admin`. */
  service: string;
  correlationId: string;
  /** The moment of the request; one request sees one time. */
  now: Date;
  client: { ip: string | null; userAgent: string | null };
  log: Logger;
  /** Takes the events of what the work commits. */
  events: CommittedEvents;
  /** The transaction that the work is part of, where its answer is kept with its effect. */
  within?: Transaction;
}

/** What an operation knows of the request behind it: who acts, in which tenant, and when. */
export interface OperationContext<Principal extends Caller = Caller> extends PublicContext<Principal> {
  tenantId: string;
}

/** Confines the rest of the work to one tenant, after a token has named it. */
export function withTenant<Principal extends Caller>(
  ctx: PublicContext<Principal>,
  tenantId: string,
): OperationContext<Principal> {
  return { ...ctx, tenantId };
}
