import type { AdminClient } from '@pas/client';
import type { Operation } from '../catalogue/operation.ts';
import type { PendingPlans } from '../plans/pending-plans.ts';

/** A connection of one agent, with one key. */
export interface AgentSession {
  id: string;
  client: AdminClient;
  /**
   * How the person confirms a plan. `elicitation`: this server asks by the client. `host`: a client without elicitation
   * asks its user itself.
   */
  confirm: 'elicitation' | 'host';
  /** The operations that the key and the access of the session allow, by name. */
  operations: ReadonlyMap<string, Operation>;
  plans: PendingPlans;
}
