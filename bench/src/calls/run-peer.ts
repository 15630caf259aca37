import { join } from 'node:path';
import type { RunningProgram } from '../measure/run-program.ts';
import { runPlainProgram } from '../system/run-plain-program.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { Receiver } from './play-call.ts';

/** The plain program that answers telephony-a, and nothing else. */
export interface PlainCalls extends RunningProgram, Receiver {}

/** Runs the plain program on the system's mongod. It reads the same numbers and users, and has rows of its own. */
export async function runPlainCalls(system: BenchSystem): Promise<PlainCalls> {
  const { publicWebhookUrl: publicUrl, webhookSecrets } = system.local;
  const token = webhookSecrets.telephonyA;
  const program = join(import.meta.dirname, 'programs/plain-calls.ts');
  const env = { CORE: system.core.databaseName, SECRET: token, PUBLIC_URL: publicUrl };
  return { ...(await runPlainProgram(system, program, env)), publicUrl, token };
}
