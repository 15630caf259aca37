import type { WebhookConfig } from '../config.ts';
import type { Course } from './call-book.ts';
import type { CallClock } from './call-clock.ts';
import type { Callee, CallScript } from './call-script.ts';
import type { Callbacks } from './send-callbacks.ts';

/** Everything that one call is played with. */
export interface Stage {
  readonly script: CallScript;
  readonly config: WebhookConfig;
  readonly course: Course;
  readonly clock: CallClock;
  readonly callbacks: Callbacks;
  readonly castCallee: (number: string) => Callee;
}

/** Why a wait of a party ends early: it has hung up, or the provider has ended its call. */
export class LineClosed extends Error {
  override readonly name = 'LineClosed';
}

/** Ends with what the work gives, or with null when the line was closed meanwhile. */
export async function unlessClosed<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LineClosed) return null;
    throw error;
  }
}
