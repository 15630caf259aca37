import { readFileSync } from 'node:fs';
import { readStat } from './process-identity.ts';

/** In which Linux counts the time of processes for programs, on every machine (`USER_HZ`, proc(5)). */
const ticksPerSecond = 100;

function readProc(): number {
  const [uptime = ''] = readFileSync('/proc/uptime', 'utf8').split(' ');
  return Number(uptime) - Number(readStat(process.pid).startTime) / ticksPerSecond;
}

/**
 * Seconds since a person started this process. `script/server` replaces itself by this program (`exec`), so the process
 * began with the script, and what `script/bootstrap` took is part of it. Elsewhere than on Linux it is not.
 */
export function secondsSinceStart(): number {
  try {
    return Math.max(readProc(), performance.now() / 1000);
  } catch {
    return performance.now() / 1000;
  }
}
