import { InvalidArgumentError, type Command } from 'commander';
import type { z } from 'zod';

/** What the commands get from the process that runs them. */
export interface CommandContext {
  environment: Readonly<Record<string, string | undefined>>;
  /** The person's name on this machine. */
  operator: string;
  /** Prints a line of the answer, for programs. */
  print: (line: string) => void;
  /** Prints a line about the answer, for people. */
  remark: (line: string) => void;
  /** Says with which code the process ends. */
  exit: (code: number) => void;
}

/** Adds a group of commands to the program. */
export type CommandGroup = (program: Command, context: CommandContext) => void;

/** Makes a zod schema the reader of an option, so that a wrong value is refused before anything is opened. */
export function readBy<Schema extends z.ZodType>(schema: Schema): (text: string) => z.output<Schema> {
  return (text) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(parsed.error.issues.map((issue) => issue.message).join(' '));
  };
}
