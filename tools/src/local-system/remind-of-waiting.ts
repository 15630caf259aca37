import type { Fleet } from './fleet.ts';

/** A start that takes longer than this says what it waits for, and again after each such while. */
const patienceMs = 3000;
/** The others mostly wait for these. */
const maxNamed = 3;

/** What a name alone does not say. */
const explanations: Readonly<Record<string, string>> = {
  databases: 'databases (indexes, keys and demo data)',
  sandbox: 'sandbox (mailbox and identity provider)',
};

/** Tells what a slow start waits for, until the function that it returns is called. */
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
