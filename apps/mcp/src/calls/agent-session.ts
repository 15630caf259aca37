import type { AdminClient } from '@pas/client';
import type { Operation } from '../catalogue/operation.ts';
import type { PendingPlans } from '../plans/pending-plans.ts';

/** A connection of one agent, with one key. */
export interface AgentSession {
  id: string;
  client: AdminClient;
  /** The operations that the key and the access of the session allow, by name. */
  operations: ReadonlyMap<string, Operation>;
  plans: PendingPlans;
}
