import { ConfigError } from '@pas/platform/config/read-config';
import { UsersError } from '@pas/platform/mongo/users/users-error';
import { chooseCorrelationId, withTrace } from '@pas/platform/trace/trace';
import { Fault } from '@pas/platform/errors/fault';
import { PasError } from '@pas/client';
import { CommanderError, InvalidArgumentError } from 'commander';
import type { CommandContext } from './command-context.ts';
import { createProgram } from './program.ts';
import { TriggerError } from './trigger/sandbox-client.ts';

/** Formats an error that an operator can fix as a sentence, and any other error with its stack. */
function explain(error: unknown): string {
  const isExpected = [Fault, ConfigError, InvalidArgumentError, UsersError, TriggerError, PasError].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? (error as Error).message : String((error as Error).stack);
}

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
    context.remark(`pas: ${explain(error)}`);
    context.exit(1);
  }
}
