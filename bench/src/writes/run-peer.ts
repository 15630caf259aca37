import { join } from 'node:path';
import { runPlainProgram, type PlainProgram } from '../system/run-plain-program.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Runs the plain program, which only writes the rows of a change of ours. */
export async function runPeer(system: BenchSystem): Promise<PlainProgram> {
  return runPlainProgram(system, join(import.meta.dirname, 'programs/plain-writes.ts'), {});
}
