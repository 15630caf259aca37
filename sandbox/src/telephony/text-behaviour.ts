import { z } from 'zod';

/**
 * Behaviour of the providers. `slow` accepts, but answers only after `delayMs`. `lost` accepts and cuts the connection
 * instead of answering.
 */
const TextBehaviour = z.strictObject({
  behaviour: z.enum(['accept', 'fail', 'busy', 'slow', 'lost', 'refuse', 'invalid', 'opted-out']),
  /** Milliseconds, only for `slow`. */
  delayMs: z.int().min(0).max(30_000).default(5_000),
  /** Seconds in `Retry-After`, only for `busy`. */
  retryAfter: z.int().min(0).max(3_600).default(1),
});
type TextBehaviour = z.infer<typeof TextBehaviour>;

/** Behaviour for all numbers, or for one number, so that parallel tests do not disturb each other. */
export const SetTextBehaviour = TextBehaviour.extend({ to: z.string().min(3).optional() });
type SetTextBehaviour = z.infer<typeof SetTextBehaviour>;

/** Rules for faults of the telephony providers. */
export interface TextRules {
  /** A rule for all numbers removes the rules for single ones. */
  set(rule: SetTextBehaviour): void;
  for(number: string): TextBehaviour;
  list(): SetTextBehaviour[];
}

/** Creates rules that accept every text message. */
export function createTextRules(): TextRules {
  let forAll: TextBehaviour = { behaviour: 'accept', delayMs: 0, retryAfter: 1 };
  const forOne = new Map<string, TextBehaviour>();
  return {
    set({ to, ...behaviour }) {
      if (to !== undefined) {
        forOne.set(to, behaviour);
        return;
      }
      forAll = behaviour;
      forOne.clear();
    },
    for: (number) => forOne.get(number) ?? forAll,
    list: () => [forAll, ...[...forOne].map(([to, behaviour]) => ({ ...behaviour, to }))],
  };
}
