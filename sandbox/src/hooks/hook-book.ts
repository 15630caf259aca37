import { z } from 'zod';

/** What a receiver does with an event: 204, 500, 410, or 204 after `delayMs`. */
const behaviours = ['accept', 'fail', 'gone', 'slow'] as const;

/** Sets how a receiver answers, and the secret by which it verifies what arrives. What is left out stays. */
export const SetHook = z.strictObject({
  behaviour: z.enum(behaviours).optional(),
  /** Milliseconds, for `slow` alone. An endpoint that answers after 15 seconds has failed. */
  delayMs: z.int().min(0).max(60_000).optional(),
  /** The secret of the webhook endpoint; empty for none. */
  secret: z
    .string()
    .regex(/^(whsec_[A-Za-z0-9+/]{32,}={0,2})?$/, 'Expected the secret of an endpoint: whsec_ and base64.')
    .optional(),
});
type SetHook = z.infer<typeof SetHook>;

/** What the signature of an event was worth: `unchecked` where the receiver knew no secret. */
export type Verdict = 'genuine' | 'forged' | 'unchecked';

/** An event that has arrived. */
export interface Delivery {
  /** The `webhook-id`: the same for each try of one event. */
  id: string | null;
  type: string | null;
  verdict: Verdict;
  /** What was answered. */
  status: number;
  at: string;
  body: string;
}

/** How a receiver answers. */
export interface HookRule {
  behaviour: (typeof behaviours)[number];
  delayMs: number;
  secret: string | null;
}

/** A receiver as it is shown: never with its secret. */
export interface ShownHook {
  name: string;
  behaviour: HookRule['behaviour'];
  delayMs: number;
  hasSecret: boolean;
}

/** The receivers of webhooks, and what has arrived at them. */
export interface HookBook {
  ruleOf(name: string): HookRule;
  set(name: string, settings: SetHook): ShownHook;
  show(name: string): ShownHook;
  note(name: string, delivery: Delivery): void;
  /** The newest first. */
  deliveriesOf(name: string): readonly Delivery[];
  clear(name: string): void;
  /** The names that were used, the latest last. */
  names(): string[];
}

/** So many receivers are kept, and so many deliveries of each. */
const [maxHooks, maxDeliveries] = [100, 100];

interface Hook {
  rule: HookRule;
  deliveries: Delivery[];
}

/** Starts without receivers; each name is one from its first use, and takes everything. */
export function createHookBook(): HookBook {
  const hooks = new Map<string, Hook>();
  const use = (name: string): Hook => {
    const hook = hooks.get(name) ?? {
      rule: { behaviour: 'accept', delayMs: 20_000, secret: null },
      deliveries: [],
    };
    hooks.delete(name);
    hooks.set(name, hook);
    const [oldest] = hooks.keys();
    if (hooks.size > maxHooks && oldest !== undefined) hooks.delete(oldest);
    return hook;
  };
  const show = (name: string): ShownHook => {
    const { behaviour, delayMs, secret } = use(name).rule;
    return { name, behaviour, delayMs, hasSecret: secret !== null };
  };
  return {
    show,
    ruleOf: (name) => use(name).rule,
    set(name, { behaviour, delayMs, secret }) {
      const { rule } = use(name);
      rule.behaviour = behaviour ?? rule.behaviour;
      rule.delayMs = delayMs ?? rule.delayMs;
      if (secret !== undefined) rule.secret = secret || null;
      return show(name);
    },
    note(name, delivery) {
      const { deliveries } = use(name);
      deliveries.unshift(delivery);
      deliveries.length = Math.min(deliveries.length, maxDeliveries);
    },
    deliveriesOf: (name) => hooks.get(name)?.deliveries ?? [],
    clear: (name) => void (use(name).deliveries.length = 0),
    names: () => [...hooks.keys()],
  };
}
