import { currentTrace } from '../trace/trace.ts';
import type { Logger } from './logger.ts';

/** The interval between lines of one key, in milliseconds. */
const windowMs = 1000;

/**
 * Writes a line about an event that may occur a thousand times in a second.
 *
 * @param key lines of one key are counted together; keys must be few
 * @param fields fields of the line; the first line of a second provides those that are written
 */
export type SampleLine = (key: string, fields: Readonly<Record<string, unknown>>, message: string) => void;

/**
 * Prepares sampled lines: at most one for each key in a second. The first line is written immediately. Lines that
 * follow within a second become one line, with the fields of the first and their `count`.
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
    // The line is written outside of the request's trace, so it keeps a copy.
    if (window.count === 1) Object.assign(window, { fields: { ...currentTrace(), ...fields }, message });
  };
}
