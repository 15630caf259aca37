import type { CommittedEvents } from '../events/committed-events.ts';
import type { Logger } from '../log/logger.ts';
import type { Transaction } from '../mongo/in-transaction.ts';
import type { Principal } from '../principal/principal.ts';

/** What an operation knows of the request behind it before a tenant is known. */
export interface PublicContext {
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
export interface OperationContext extends PublicContext {
  tenantId: string;
}

/** Confines the rest of the work to one tenant, once a token has told which. */
export function withTenant(ctx: PublicContext, tenantId: string): OperationContext {
  return { ...ctx, tenantId };
}
