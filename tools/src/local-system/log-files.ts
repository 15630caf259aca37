import { existsSync, readFileSync, renameSync } from 'node:fs';

const maxLines = 25;

/** Pattern of errors in logs: severities of mongod, marks of nats-server, levels of the services. */
const error = /"s":"[EF]"|\[(ERR|FTL)\]|"level":"(error|fatal)"|"level":(50|60)\b/;

/** Returns why a process ended by its log: the last errors, else the last lines. */
export function reasonIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const errors = lines.filter((line) => error.test(line));
  const reason = errors.length > 0 ? errors : lines;
  return reason.slice(-maxLines).join('\n');
}

/** Renames the log of the previous run to `<name>.previous.log`. */
export function rotateLog(logFile: string): void {
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
}
