import { useSyncExternalStore } from 'react';

/** State of the connection to the API. */
export type Connection = 'open' | 'away' | 'signed-out';

let current: Connection = 'open';
const listeners = new Set<() => void>();

/** Records the result of the last request. */
export function noteConnection(next: Connection): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the API answers and the session is valid. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current);
