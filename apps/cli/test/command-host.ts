import { exampleMigration } from '@pas/testing/example-migration';
import { runCommand } from '../src/run-command.ts';

/** A command that a test requests. */
export interface CommandRequest {
  id: number;
  args: readonly string[];
  environment: Record<string, string>;
}

/** Result of a command. */
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
    migrations: () => [exampleMigration()],
    print: (line) => void (answered.stdout += `${line}\n`),
    remark: (line) => void (answered.stderr += `${line}\n`),
    exit: (code) => void (answered.code = code),
  });
  process.send?.(answered);
}

// Commands run one at a time, because each connects the stores of this process.
let last = Promise.resolve();
process.on('message', (asked: CommandRequest) => {
  last = last.then(async () => answer(asked));
});
process.on('disconnect', () => process.exit());
