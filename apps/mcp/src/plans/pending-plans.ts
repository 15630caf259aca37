import type { OperationCall } from '../calls/split-arguments.ts';

/** One kind of effect of a plan. */
export interface Effect {
  kind: string;
  count: number;
  examples?: readonly unknown[];
}

/** Effects that a call would have now. */
export interface Proposal {
  /** Names the call and its effects: other effects have another hash. */
  hash: string;
  effects: readonly Effect[];
  expiresAt: Date;
}

/** A plan that waits for its confirmation. */
export interface PendingPlan extends Proposal {
  call: OperationCall;
}

const maxPlans = 20;

/** Plans of a session, by hash. The oldest goes when there are more than twenty. */
export class PendingPlans {
  readonly #plans = new Map<string, PendingPlan>();

  add(plan: PendingPlan): void {
    this.#plans.delete(plan.hash);
    this.#plans.set(plan.hash, plan);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > maxPlans && oldest !== undefined) this.#plans.delete(oldest);
  }

  /** Takes a plan out, so that it is executed once; null for an unknown or expired one. */
  take(hash: string, now: Date): PendingPlan | null {
    const plan = this.#plans.get(hash) ?? null;
    this.#plans.delete(hash);
    return plan !== null && plan.expiresAt > now ? plan : null;
  }
}
