import { spawn } from 'node:child_process';
import { waitUntil } from '@pas/testing/wait-until';

/** A shell that runs the code blocks of a document in order. */
export interface ShellSession {
  /**
   * Runs a block after the earlier ones. Resolves with its output, rejects once a command fails.
   *
   * @param timeoutMs the most time of the block; two minutes by default
   */
  paste(block: string, timeoutMs?: number): Promise<string>;
  close(): void;
}

/** Marks the end of a block's output; no program prints it. */
const endOfBlock = '\0';

/** Opens a bash that ends at the first command that fails. */
export function openShell(workingDir: string): ShellSession {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const shell = spawn('bash', ['-eu', '-o', 'pipefail'], { cwd: workingDir, env });
  let isClosed = false;
  let printed = '';
  shell.once('close', () => {
    isClosed = true;
  });
  // A block after a failed one has no shell; its rejection reports that.
  shell.stdin.on('error', () => undefined);
  shell.stdin.write('exec 2>&1\n');
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return {
    async paste(block, timeoutMs) {
      printed = '';
      shell.stdin.write(`${block}\nprintf '\\0'\n`);
      const isDone = (): boolean => printed.endsWith(endOfBlock);
      await waitUntil(() => isDone() || isClosed, { what: 'the end of the block', timeoutMs });
      if (!isDone()) throw new Error(`A command of this block or one before fails:\n${block}\n${printed}`);
      return printed.slice(0, -endOfBlock.length);
    },
    close: () => void shell.kill(),
  };
}
