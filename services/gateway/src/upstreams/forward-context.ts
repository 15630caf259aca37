import type { Principal } from '@pas/shared/principal/principal';
import type { Client } from '../client.ts';
import type { Bulkhead } from './bulkheads.ts';

/** The context in which a request is forwarded. */
export interface ForwardContext {
  bulkhead: Bulkhead;
  client: Client;
  /** The caller, whose share of the bulkhead is limited. */
  principal: Principal;
  /** Makes a new assertion after a refusal. */
  renewAssertion: () => Promise<string>;
  /** Aborts when the gateway stops. Waiting requests then end. */
  stopping: AbortSignal;
}
