import { chooseCorrelationId, withTrace } from '@pas/platform/trace/trace';
import { CommanderError, InvalidArgumentError } from 'commander';
import type { CommandContext } from './command-context.ts';
import { explainError } from './explain-error.ts';
import { createProgram } from './program.ts';

/** Whether the parser has printed its error or the help. An action that refuses its arguments has printed nothing. */
const isWritten = (error: unknown): error is CommanderError =>
  error instanceof CommanderError && !(error instanceof InvalidArgumentError);

/**
 * Runs one command of `pas` to its end; it never rejects.
 *
 * @param args the words after the program's name
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<void> {
  try {
    const trace = { correlationId: chooseCorrelationId(undefined), traceparent: null };
    await withTrace(trace, () => createProgram(context).parseAsync(args, { from: 'user' }));
  } catch (error) {
    if (isWritten(error)) return context.exit(error.exitCode);
    context.remark(`pas: ${explainError(error)}`);
    context.exit(1);
  }
}
