import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that a process did, from when to when, in milliseconds since 1970 with fractions. */
export interface Step {
  process: string;
  what: string;
  startedAt: number;
  endedAt: number;
}

interface RecordedCommand {
  name: string;
  collection: string | null;
  isInTransaction: boolean;
  startedAt: number;
  endedAt: number | null;
}

/** File of the recorded commands of a process. */
export const commandsFile = (dir: string, process: string): string => join(dir, `${process}.commands.json`);

/** Reads the commands of a process. A command without an answer ends with the process. */
export function readCommands(dir: string, process: string): Step[] {
  const recorded = JSON.parse(readFileSync(commandsFile(dir, process), 'utf8')) as RecordedCommand[];
  return recorded.flatMap(({ name, collection, isInTransaction, startedAt, endedAt }) => {
    if (endedAt === null) return [];
    const what = [name, collection, isInTransaction && '(transaction)'].filter(Boolean).join(' ');
    return [{ process, what, startedAt, endedAt }];
  });
}

interface AccessLine {
  correlationId?: string;
  msg?: string;
  time: string;
  method: string;
  path: string;
  durationMs: number;
}

function parseLine(line: string): AccessLine | null {
  try {
    return JSON.parse(line) as AccessLine;
  } catch {
    // A line that the program printed before it had its log.
    return null;
  }
}

/** Reads from the log of a process the requests that came with a correlation id. */
export function readRequests(logFile: string, process: string, correlationId: string): Step[] {
  const lines = readFileSync(logFile, 'utf8').split('\n').map(parseLine);
  return lines.flatMap((line) => {
    if (line?.msg !== 'request' || line.correlationId !== correlationId) return [];
    const endedAt = Date.parse(line.time);
    const what = `${line.method} ${line.path}`;
    return [{ process, what, startedAt: endedAt - line.durationMs, endedAt }];
  });
}
