import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '@pas/platform/log/logger';

/** Logs 64 MiB, and sends its parent the growth of its heap in bytes. Started with `--expose-gc`. */
const log = createLogger({ service: 'chatty', environment: 'TEST', level: 'info' });
const heapUsed = (): number => {
  gc?.();
  return process.memoryUsage().heapUsed;
};
const before = heapUsed();
for (let line = 0; line < 1024; line += 1) {
  log.info({ text: 'x'.repeat(64 * 1024) }, 'a long line');
  await nextTurn();
}
process.send?.({ grown: heapUsed() - before });
