import type { WebhookConfig } from '../config.ts';
import type { Course } from './call-book.ts';
import type { CallClock } from './call-clock.ts';
import type { Callee, CallScript } from './call-script.ts';
import type { Callbacks } from './send-callbacks.ts';

/** Context of one played call. */
export interface Stage {
  readonly script: CallScript;
  readonly config: WebhookConfig;
  readonly course: Course;
  readonly clock: CallClock;
  readonly callbacks: Callbacks;
  readonly castCallee: (number: string) => Callee;
}

/** Abort reason of a party's wait: the party hung up, or the provider ended its call. */
export class LineClosed extends Error {
  override readonly name = 'LineClosed';
}

/** Returns the result of the work, or null when the line closes meanwhile. */
export async function unlessClosed<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LineClosed) return null;
    throw error;
  }
}
