import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { programEnvironment } from '@pas/testing/program-environment';
import { repository } from '../generated-file.ts';

/** Result of a program that refused its configuration. */
interface Refusal {
  code: number | null;
  /** Named variables, each once. */
  named: Set<string>;
  /** True when the output contains a value of a variable. */
  showsValue: boolean;
}

/** Runs a `main.ts` until it exits. */
export async function runMain(
  file: string,
  environment: Record<string, string>,
  args: string[] = [],
): Promise<Refusal> {
  const env = { ...programEnvironment(), ...environment };
  const child = spawn(process.execPath, [join(repository, file), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const text = (await Promise.all([readText(child.stdout), readText(child.stderr)])).join('');
  const [code] = await exited;
  const lines = [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)];
  return { code, named: new Set(lines.map(([, name = '']) => name)), showsValue: /canary/i.test(text) };
}
