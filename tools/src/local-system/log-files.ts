import { existsSync, readFileSync, renameSync } from 'node:fs';

const maxLines = 25;

/** What the servers' logs mark as an error: mongod's severities, nats-server's marks, the services' levels. */
const error = /"s":"[EF]"|\[(ERR|FTL)\]|"level":"(error|fatal)"|"level":(50|60)\b/;

/** What a log says about why a process ended: its last errors, else its last lines. */
export function reasonIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const errors = lines.filter((line) => error.test(line));
  const reason = errors.length > 0 ? errors : lines;
  return reason.slice(-maxLines).join('\n');
}

/** Sets the log of the run before aside, under the name `<name>.previous.log`. */
export function rotateLog(logFile: string): void {
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
}
