import { runCommand } from '../src/run-command.ts';

/** One command, asked for by a test. */
export interface CommandRequest {
  id: number;
  args: readonly string[];
  environment: Record<string, string>;
}

/** The end of a command. */
export interface CommandResult {
  id: number;
  code: number;
  stdout: string;
  stderr: string;
}

async function answer({ id, args, environment }: CommandRequest): Promise<void> {
  const answered: CommandResult = { id, code: 0, stdout: '', stderr: '' };
  await runCommand(args, {
    environment,
    operator: 'pas (tests)',
    print: (line) => void (answered.stdout += `${line}\n`),
    remark: (line) => void (answered.stderr += `${line}\n`),
    exit: (code) => void (answered.code = code),
  });
  process.send?.(answered);
}

// A command opens the stores of the process, so one runs at a time.
let last = Promise.resolve();
process.on('message', (asked: CommandRequest) => {
  last = last.then(async () => answer(asked));
});
process.on('disconnect', () => process.exit());
