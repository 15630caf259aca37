/** A worker of Vitest ends by signals alone: by SIGTERM after its last file, by SIGINT at Ctrl-C. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const worker = globalThis as { pasExitsOnSignals?: true };

/**
 * Has the handlers of `exit` run when a signal ends the worker, which by itself runs none of them. They kill the servers
 * that tests have started and not stopped. Vitest would wait without a limit for each that still holds the worker's
 * output.
 */
function exitOn(name: NodeJS.Signals): void {
  process.emit('exit', 1);
  process.removeAllListeners(name);
  process.kill(process.pid, name);
}

// Vitest loads this once per test file.
if (!worker.pasExitsOnSignals) {
  worker.pasExitsOnSignals = true;
  for (const name of signals) process.prependOnceListener(name, () => exitOn(name));
  // Vitest itself has ended.
  process.once('disconnect', () => exitOn('SIGTERM'));
}
