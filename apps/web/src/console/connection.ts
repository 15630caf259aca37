import { useSyncExternalStore } from 'react';

/** What stands between this page and the API. */
export type Connection = 'open' | 'away' | 'signed-out';

let current: Connection = 'open';
const listeners = new Set<() => void>();

/** Notes how the last request went. */
export function noteConnection(next: Connection): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the API answers, and whether the session still holds. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current);
