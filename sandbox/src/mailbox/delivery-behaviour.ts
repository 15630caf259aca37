import { z } from 'zod';
import { addressKey } from '../address-key.ts';

/** Behaviour of the mailbox. `slow` accepts, but answers only after `delayMs`. */
const DeliveryBehaviour = z.strictObject({
  behaviour: z.enum(['accept', 'reject-temporarily', 'reject-permanently', 'slow']),
  /** Milliseconds, only for `slow`. The limit is below the minute after which an SMTP connection times out. */
  delayMs: z.int().min(0).max(30_000).default(5_000),
});
type DeliveryBehaviour = z.infer<typeof DeliveryBehaviour>;

/** Behaviour for all addresses, or for one address, so that parallel tests do not disturb each other. */
export const SetDeliveryBehaviour = DeliveryBehaviour.extend({ to: z.string().min(3).optional() });
export type SetDeliveryBehaviour = z.infer<typeof SetDeliveryBehaviour>;

/** Rules for faults of the mailbox. */
export interface DeliveryRules {
  /** A rule for all addresses removes the rules for single ones. */
  set(rule: SetDeliveryBehaviour): void;
  for(address: string): DeliveryBehaviour;
  list(): SetDeliveryBehaviour[];
}

/** Creates rules that accept every delivery. */
export function createDeliveryRules(): DeliveryRules {
  let forAll: DeliveryBehaviour = { behaviour: 'accept', delayMs: 0 };
  const forOne = new Map<string, DeliveryBehaviour>();
  return {
    set({ to, ...behaviour }) {
      if (to !== undefined) {
        forOne.set(addressKey(to), behaviour);
        return;
      }
      forAll = behaviour;
      forOne.clear();
    },
    for: (address) => forOne.get(addressKey(address)) ?? forAll,
    list: () => [forAll, ...[...forOne].map(([to, behaviour]) => ({ ...behaviour, to }))],
  };
}
