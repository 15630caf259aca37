import { z } from 'zod';
import type { SandboxClient } from './sandbox-client.ts';

const CallAnswer = z.object({
  call: z.object({
    id: z.string(),
    endedAt: z.string().nullable(),
    legs: z.array(z.object({ number: z.string(), status: z.string(), isBridged: z.boolean() })),
    lines: z.array(z.object({ second: z.number(), who: z.string(), text: z.string() })),
    faults: z.array(z.string()),
  }),
});

/** Options of a call on the command line: the actions of its caller and callees. */
export interface CallOptions {
  to: string;
  from?: string;
  provider: 'telephony-a' | 'telephony-b';
  /** Number of the phone that answers, in ringing order from 1; without it, no phone answers. */
  answer?: number;
  /** Keys that the callee presses after answering. */
  digit: string;
  /** Keys that the caller presses to name the unit. */
  unit?: string;
  /** Seconds until the caller hangs up. */
  hangUpAfter?: number;
  duplicate: boolean;
  shuffle: boolean;
  seed: number;
  secondMs: number;
}

/** Converts the options to the sandbox's script of a call. */
export function writeScript({ answer, digit, unit, hangUpAfter, ...options }: CallOptions): object {
  const before = Array.from({ length: (answer ?? 1) - 1 }, () => ({ behaviour: 'no-answer' }));
  const callees = answer === undefined ? [] : [...before, { behaviour: 'answer', digits: digit }];
  return {
    ...options,
    callees,
    ...(unit !== undefined && { digits: `${unit}#` }),
    ...(hangUpAfter !== undefined && { hangUpAfterSeconds: hangUpAfter }),
  };
}

const whoWidth = 14;

/**
 * Runs a call at the sandbox and prints each step as it happens.
 *
 * @returns whether the sandbox found no faults in the system's commands and answers
 */
export async function triggerCall(
  sandbox: SandboxClient,
  options: CallOptions,
  print: (line: string) => void,
): Promise<boolean> {
  const started = await sandbox.post('/telephony/calls', writeScript(options), CallAnswer);
  let [{ call }, seen] = [started, 0];
  while (call.endedAt === null) {
    const news = await sandbox.get(`/telephony/calls/${call.id}?after=${seen}&wait=20`, CallAnswer);
    call = news.call;
    for (const { second, who, text } of call.lines)
      print(`${second.toFixed(1).padStart(6)}s  ${who.padEnd(whoWidth)}${text}`);
    seen += call.lines.length;
  }
  for (const { number, status, isBridged } of call.legs)
    print(`${number}: ${status}${isBridged ? ', talked with the caller' : ''}`);
  print(call.faults.length === 0 ? 'No faults.' : `Faults: ${call.faults.length}`);
  return call.faults.length === 0;
}
