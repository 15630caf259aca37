import type { Migration } from '@pas/platform/migrations/migration';
import type { Worker } from '@pas/shared/context/work-context';
import { InvalidArgumentError, type Command } from 'commander';
import type { z } from 'zod';

/** Parts of the process that commands use. */
export interface CommandContext {
  environment: Readonly<Record<string, string | undefined>>;
  /** The person's name on this machine. */
  operator: string;
  /** Makes the migrations that `pas migrations` applies and lists. Default: the migrations of this release. */
  migrations?: (worker: Worker) => readonly Migration[];
  /** Prints a line of the answer, for programs. */
  print: (line: string) => void;
  /** Prints a line about the answer, for people. */
  remark: (line: string) => void;
  /** Returns a signal that aborts when the person stops the command, as by Ctrl-C. Until then the default action applies. */
  stopSignal?: () => AbortSignal;
  /** Sets the exit code of the process. */
  exit: (code: number) => void;
}

/** Adds a group of commands to the program. */
export type CommandGroup = (program: Command, context: CommandContext) => void;

/** Reads an option by a zod schema. The parser refuses a wrong value before a command connects to anything. */
export function readBy<Schema extends z.ZodType>(schema: Schema): (text: string) => z.output<Schema> {
  return (text) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(parsed.error.issues.map((issue) => issue.message).join(' '));
  };
}
