import { setTimeout as pause } from 'node:timers/promises';
import type { LocalSystem } from '@pas/tools/local-system/start-local-system';

const everyMs = 10;

async function isReady(port: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Stops a process of a running system and starts it again.
 *
 * @returns milliseconds from the start of its process to the first 200 of its `/readyz`
 */
export async function measureStart(fleet: LocalSystem['fleet'], name: string): Promise<number> {
  const member = fleet.get(name);
  const port = member.plan.env['PORT'] ?? '';
  await member.stop();
  const startedAt = performance.now();
  const running = member.start();
  while (!(await isReady(port))) await pause(everyMs);
  const startMs = Math.round(performance.now() - startedAt);
  await running;
  return startMs;
}
