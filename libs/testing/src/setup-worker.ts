/** Signals that end a worker of Vitest: SIGTERM after its last file, SIGINT at Ctrl-C. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const worker = globalThis as { pasExitsOnSignals?: true };

/**
 * Runs the handlers of `exit` when a signal ends the worker, which Node does not do by itself. They kill servers that
 * tests have started and not stopped. Vitest would wait forever for a server that still holds the worker's output.
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
