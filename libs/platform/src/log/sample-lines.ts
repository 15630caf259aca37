import { currentTrace } from '../trace/trace.ts';
import type { Logger } from './logger.ts';

/** How often one kind of line is written, in milliseconds. */
const windowMs = 1000;

/**
 * Writes a line about something that may happen a thousand times in a second.
 *
 * @param key the lines of one key are counted together; there must be few keys
 * @param fields of the line; those of the first one in a second are written
 */
export type SampleLine = (key: string, fields: Readonly<Record<string, unknown>>, message: string) => void;

/**
 * Prepares lines of which at most one for each key is written in a second. The first one is written at once. Those that
 * follow within a second are one line, with the fields of the first of them and their `count`.
 */
export function sampleLines(log: Logger): SampleLine {
  const open = new Map<
    string,
    { count: number; fields: Readonly<Record<string, unknown>>; message: string }
  >();

  const openWindow = (key: string): void => {
    const window = { count: 0, fields: {}, message: '' };
    open.set(key, window);
    const close = (): void => {
      open.delete(key);
      if (window.count === 0) return;
      log.warn({ ...window.fields, count: window.count }, window.message);
      openWindow(key);
    };
    setTimeout(close, windowMs).unref();
  };

  return (key, fields, message) => {
    const window = open.get(key);
    if (!window) {
      log.warn({ ...fields, count: 1 }, message);
      openWindow(key);
      return;
    }
    window.count += 1;
    // The line is written outside of the request's trace.
    if (window.count === 1) Object.assign(window, { fields: { ...currentTrace(), ...fields }, message });
  };
}
