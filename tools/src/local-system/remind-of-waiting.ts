import type { Fleet } from './fleet.ts';

/** Interval in milliseconds at which a slow start names the processes that it waits for. */
const patienceMs = 3000;
/** Maximum number of named processes; the others mostly wait for these. */
const maxNamed = 3;

/** Explanations of process names. */
const explanations: Readonly<Record<string, string>> = {
  databases: 'databases (indexes, keys and demo data)',
  sandbox: 'sandbox (mailbox and identity provider)',
};

/** Reports the processes that a slow start waits for, until the returned function is called. */
export function remindOfWaiting(fleet: Pick<Fleet, 'awaited'>, report: (line: string) => void): () => void {
  const timer = setInterval(() => {
    const { awaited } = fleet;
    if (awaited.length === 0) return;
    const others = awaited.length > maxNamed ? ` and ${awaited.length - maxNamed} more` : '';
    const named = awaited.slice(0, maxNamed).map((name) => explanations[name] ?? name);
    report(`Waiting for ${named.join(', ')}${others}`);
  }, patienceMs);
  return () => clearInterval(timer);
}
