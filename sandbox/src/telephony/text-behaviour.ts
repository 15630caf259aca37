import { z } from 'zod';

/**
 * How the providers treat texts. `slow` accepts, but answers only after `delayMs`; `lost` accepts and cuts the
 * connection instead of an answer.
 */
const TextBehaviour = z.strictObject({
  behaviour: z.enum(['accept', 'fail', 'busy', 'slow', 'lost', 'refuse', 'invalid', 'opted-out']),
  /** Milliseconds, for `slow` alone. */
  delayMs: z.int().min(0).max(30_000).default(5_000),
  /** Seconds in `Retry-After`, for `busy` alone. */
  retryAfter: z.int().min(0).max(3_600).default(1),
});
type TextBehaviour = z.infer<typeof TextBehaviour>;

/** Sets the behaviour for one number, so that tests side by side don't meet each other's faults, or for all. */
export const SetTextBehaviour = TextBehaviour.extend({ to: z.string().min(3).optional() });
type SetTextBehaviour = z.infer<typeof SetTextBehaviour>;

/** The fault switch of the telephony providers. */
export interface TextRules {
  /** Setting it for all numbers forgets what was set for single ones. */
  set(rule: SetTextBehaviour): void;
  for(number: string): TextBehaviour;
  list(): SetTextBehaviour[];
}

/** Starts with every text accepted at once. */
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
