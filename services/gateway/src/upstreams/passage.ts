import type { Client } from '../client.ts';
import type { Bulkhead } from './bulkheads.ts';

/** What a request is forwarded with. */
export interface Passage {
  bulkhead: Bulkhead;
  client: Client;
  /** Makes a new assertion in the place of one that was refused. */
  renewAssertion: () => Promise<string>;
}
