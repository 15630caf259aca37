import { z } from 'zod';

const Digits = z.string().regex(/^[0-9*#]{0,64}$/, 'Expected digits, * and #.');

/** Keys that a person presses, one entry per prompt. */
const Presses = z.union([Digits.transform((digits) => [digits]), z.array(Digits).max(16)]).default([]);

const Seconds = z.number().min(0).max(600);

const Callee = z.strictObject({
  /** E.164. Without it, the entry applies to the next phone without an entry of its own. */
  number: z.string().min(3).max(32).optional(),
  /** `voicemail` answers and presses nothing. `unreachable`: the network cannot reach the phone. */
  behaviour: z.enum(['answer', 'no-answer', 'busy', 'unreachable', 'voicemail']),
  digits: Presses,
  /** Seconds that the phone rings before it is answered. */
  answerAfterSeconds: Seconds.default(3),
  /** Seconds of conversation before the callee hangs up. */
  talkSeconds: Seconds.default(10),
});

/** Script of the caller and callees. All times are seconds of the call. */
export const CallScript = z.strictObject({
  provider: z.enum(['telephony-a', 'telephony-b']).default('telephony-a'),
  /** E.164, or another text for a withheld number. */
  from: z.string().min(3).max(32).default('+12125550199'),
  /** The called virtual number. */
  to: z.string().regex(/^\+[1-9]\d{6,14}$/, 'Expected a phone number in E.164, such as +12125550100.'),
  /** Keys that the caller presses. */
  digits: Presses,
  /** Seconds from the start until the caller hangs up. Without it, the caller waits for the end. */
  hangUpAfterSeconds: Seconds.optional(),
  callees: z.array(Callee).max(20).default([]),
  /** Sends each callback twice. */
  duplicate: z.boolean().default(false),
  /** Sends callbacks without an awaited answer late and in another order. */
  shuffle: z.boolean().default(false),
  /** Determines the order: one seed always gives the same one. */
  seed: z.int().min(0).max(0xffff_ffff).default(1),
  /** Milliseconds per second of the call. */
  secondMs: z.int().min(0).max(1000).default(20),
});
export type CallScript = z.output<typeof CallScript>;
export type Callee = z.output<typeof Callee>;

/** Behaviour of a phone without an entry in the script. */
const nobody: Callee = { behaviour: 'no-answer', digits: [], answerAfterSeconds: 0, talkSeconds: 0 };

/** Assigns entries of a script to numbers. A number keeps its entry for the whole call. */
export function castCallees(callees: readonly Callee[]): (number: string) => Callee {
  const left = callees.filter(({ number }) => number === undefined);
  const cast = new Map<string, Callee>();
  return (number) => {
    const callee =
      cast.get(number) ?? callees.find((entry) => entry.number === number) ?? left.shift() ?? nobody;
    cast.set(number, callee);
    return callee;
  };
}

/** Returns the keys that a person presses, one entry per prompt. */
export function createKeypad(presses: readonly string[]): () => string {
  const left = [...presses];
  return () => left.shift() ?? '';
}
