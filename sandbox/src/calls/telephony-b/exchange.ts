import type { CallOfB, Line } from './line.ts';

/** Finds the lines that commands name. */
export interface Exchange {
  connect(call: CallOfB): void;
  find(controlId: string): Line | undefined;
}

/** Keeps the newest calls: commands for one that is over get the answer that it is. */
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
