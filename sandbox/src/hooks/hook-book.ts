import { z } from 'zod';

/** Behaviours of a receiver: 204, 500, 410, or 204 after `delayMs`. */
const behaviours = ['accept', 'fail', 'gone', 'slow'] as const;

/** Settings of a receiver: its behaviour, and the secret that verifies events. Omitted fields stay unchanged. */
export const SetHook = z.strictObject({
  behaviour: z.enum(behaviours).optional(),
  /** Milliseconds, only for `slow`. An answer after 15 seconds counts as failed. */
  delayMs: z.int().min(0).max(60_000).optional(),
  /** The secret of the webhook endpoint; empty for none. */
  secret: z
    .string()
    .regex(/^(whsec_[A-Za-z0-9+/]{32,}={0,2})?$/, 'Expected the secret of an endpoint: whsec_ and base64.')
    .optional(),
});
type SetHook = z.infer<typeof SetHook>;

/** Result of verifying a signature: `unchecked` without a secret. */
export type Verdict = 'genuine' | 'forged' | 'unchecked';

/** A received event. */
export interface Delivery {
  /** The `webhook-id`: the same for each try of one event. */
  id: string | null;
  type: string | null;
  verdict: Verdict;
  /** Status of the answer. */
  status: number;
  at: string;
  body: string;
}

/** Behaviour and secret of a receiver. */
export interface HookRule {
  behaviour: (typeof behaviours)[number];
  delayMs: number;
  secret: string | null;
}

/** A receiver without its secret. */
export interface HookView {
  name: string;
  behaviour: HookRule['behaviour'];
  delayMs: number;
  hasSecret: boolean;
}

/** Receivers of webhooks and their deliveries. */
export interface HookBook {
  ruleOf(name: string): HookRule;
  set(name: string, settings: SetHook): HookView;
  show(name: string): HookView;
  add(name: string, delivery: Delivery): void;
  /** Newest first. */
  deliveriesOf(name: string): readonly Delivery[];
  clear(name: string): void;
  /** Used names, the latest last. */
  names(): string[];
}

/** Maximum number of receivers, and of deliveries of each. */
const [maxHooks, maxDeliveries] = [100, 100];

interface Hook {
  rule: HookRule;
  deliveries: Delivery[];
}

/** Creates an empty book. A name becomes a receiver at its first use, and accepts all events. */
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
  const show = (name: string): HookView => {
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
    add(name, delivery) {
      const { deliveries } = use(name);
      deliveries.unshift(delivery);
      deliveries.length = Math.min(deliveries.length, maxDeliveries);
    },
    deliveriesOf: (name) => hooks.get(name)?.deliveries ?? [],
    clear: (name) => void (use(name).deliveries.length = 0),
    names: () => [...hooks.keys()],
  };
}
