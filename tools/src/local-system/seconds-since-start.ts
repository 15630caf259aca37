import { readFileSync } from 'node:fs';
import { readStat } from './process-identity.ts';

/** Unit of process times in Linux: ticks per second (`USER_HZ`, proc(5)). */
const ticksPerSecond = 100;

function readProc(): number {
  const [uptime = ''] = readFileSync('/proc/uptime', 'utf8').split(' ');
  return Number(uptime) - Number(readStat(process.pid).startTime) / ticksPerSecond;
}

/**
 * Returns the seconds since the start of this process. `script/server` replaces itself by this program (`exec`), so on
 * Linux they include `script/bootstrap`.
 */
export function secondsSinceStart(): number {
  try {
    return Math.max(readProc(), performance.now() / 1000);
  } catch {
    return performance.now() / 1000;
  }
}
