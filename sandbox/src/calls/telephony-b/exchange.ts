import type { CallOfB, Line } from './line.ts';

/** Directory of lines, by the ids that commands name. */
export interface Exchange {
  connect(call: CallOfB): void;
  find(controlId: string): Line | undefined;
}

/** Keeps the newest calls, even after their end. So a command for an ended call gets its own error. */
export function createExchange(limit = 500): Exchange {
  let calls: CallOfB[] = [];
  return {
    connect(call) {
      calls = [...calls.slice(-(limit - 1)), call];
    },
    find(controlId) {
      return calls.flatMap(({ lines }) => lines).find((line) => line.controlId === controlId);
    },
  };
}
