import { z } from 'zod';

/** How the mailbox treats deliveries. `slow` accepts, but answers only after `delayMs`. */
const DeliveryBehaviour = z.strictObject({
  behaviour: z.enum(['accept', 'reject-temporarily', 'reject-permanently', 'slow']),
  /** Milliseconds, for `slow` alone; below the minute after which an SMTP connection counts as dead. */
  delayMs: z.int().min(0).max(30_000).default(5_000),
});
type DeliveryBehaviour = z.infer<typeof DeliveryBehaviour>;

/** Sets the behaviour for one address, so that tests side by side don't meet each other's faults, or for all. */
export const SetDeliveryBehaviour = DeliveryBehaviour.extend({ to: z.string().min(3).optional() });
export type SetDeliveryBehaviour = z.infer<typeof SetDeliveryBehaviour>;

/** The fault switch of the mailbox. */
export interface DeliveryRules {
  /** Setting it for all addresses forgets what was set for single ones. */
  set(rule: SetDeliveryBehaviour): void;
  for(address: string): DeliveryBehaviour;
  list(): SetDeliveryBehaviour[];
}

/** Starts with every delivery accepted at once. */
export function createDeliveryRules(): DeliveryRules {
  let forAll: DeliveryBehaviour = { behaviour: 'accept', delayMs: 0 };
  const forOne = new Map<string, DeliveryBehaviour>();
  return {
    set({ to, ...behaviour }) {
      if (to !== undefined) {
        forOne.set(to.toLowerCase(), behaviour);
        return;
      }
      forAll = behaviour;
      forOne.clear();
    },
    for: (address) => forOne.get(address.toLowerCase()) ?? forAll,
    list: () => [forAll, ...[...forOne].map(([to, behaviour]) => ({ ...behaviour, to }))],
  };
}
