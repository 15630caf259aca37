import type { Principal } from '@pas/shared/principal/principal';
import type { Client } from '../client.ts';
import type { Bulkhead } from './bulkheads.ts';

/** What a request is forwarded with. */
export interface Passage {
  bulkhead: Bulkhead;
  client: Client;
  /** The caller, whose share of the bulkhead is limited. */
  principal: Principal;
  /** Makes a new assertion in the place of one that was refused. */
  renewAssertion: () => Promise<string>;
}
