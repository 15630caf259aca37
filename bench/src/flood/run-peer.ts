import { join } from 'node:path';
import { runPlainProgram, type PlainProgram } from '../system/run-plain-program.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Runs the plain receiver of webhooks, which only verifies and inserts. */
export async function runPlainReceiver(system: BenchSystem): Promise<PlainProgram> {
  const program = join(import.meta.dirname, 'programs/plain-webhooks.ts');
  return runPlainProgram(system, program, { SECRET: system.local.webhookSecrets.payments });
}
