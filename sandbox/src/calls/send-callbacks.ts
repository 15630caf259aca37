import type { WebhookConfig } from '../config.ts';
import type { SignedWebhook } from '../webhooks/sign.ts';
import type { Course } from './call-book.ts';
import type { CallClock } from './call-clock.ts';

/** Answer of the system to a callback. */
export interface CallbackAnswer {
  readonly status: number;
  readonly body: string;
}

/** A callback. Each try has its own signature, as at a provider. */
export interface Callback {
  /** Summary for the log. */
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly sign: (attempt: number) => SignedWebhook;
}

/** Sender of the callbacks of one call. */
export interface Callbacks {
  /** Sends a callback and returns its answer, an instruction; null without a successful answer. */
  ask(callback: Callback): Promise<CallbackAnswer | null>;
  /** Sends a callback without waiting for its answer. */
  report(callback: Callback): void;
  /** Resolves when all callbacks are answered or out of tries. */
  settled(): Promise<void>;
}

interface CallbackParts {
  readonly config: WebhookConfig;
  readonly course: Course;
  readonly clock: CallClock;
  readonly random: () => number;
  readonly duplicate: boolean;
  readonly shuffle: boolean;
  /** Maximum number of tries of a report. */
  readonly tries: number;
}

/** Maximum delay of a shuffled callback or a repeat, in seconds of the call. */
const maxLateSeconds = 8;

/** Time that providers wait for an answer, in milliseconds. */
const timeoutMs = 15_000;

const isTaken = (answer: CallbackAnswer | null): boolean => answer !== null && answer.status < 300;

/** Sends one callback once. Returns null without an answer. */
async function send(
  { config, course, clock }: CallbackParts,
  { title, method, sign }: Callback,
  attempt: number,
): Promise<CallbackAnswer | null> {
  const { path, headers, body } = sign(attempt);
  course.tell('provider', `→ ${method} ${path.split('?', 1)[0]} ${title}`);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = { method, headers, signal, redirect: 'manual' as const };
    const init = method === 'GET' ? request : { ...request, body };
    const response = await clock.hold(fetch(config.sendUrl + path, init));
    const answer = { status: response.status, body: await clock.hold(response.text()) };
    if (!isTaken(answer)) course.blame(`${response.status} for ${title}`);
    return answer;
  } catch {
    course.blame(`no answer for ${title}`);
    return null;
  }
}

async function sendUntilTaken(parts: CallbackParts, callback: Callback): Promise<void> {
  for (let attempt = 1; attempt <= parts.tries; attempt += 1) {
    if (isTaken(await send(parts, callback, attempt))) return;
    if (attempt < parts.tries) await parts.clock.wait(attempt);
  }
}

const repeatOf = (callback: Callback): Callback => ({ ...callback, title: `${callback.title} (repeated)` });

/** Creates the sender of the callbacks of one call. */
export function createCallbacks(parts: CallbackParts): Callbacks {
  const { course, clock, random, duplicate, shuffle } = parts;
  const underWay = new Set<Promise<void>>();
  let last = Promise.resolve();

  const start = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  async function sendLate(callback: Callback): Promise<void> {
    await clock.wait(random() * maxLateSeconds);
    await sendUntilTaken(parts, callback);
  }
  async function sendAfter(before: Promise<void>, callback: Callback): Promise<void> {
    await before;
    await sendUntilTaken(parts, callback);
  }
  /** Repeats a callback and checks that the answer is the same instruction. */
  async function askAgain(callback: Callback, first: CallbackAnswer): Promise<void> {
    await clock.wait(random() * maxLateSeconds);
    const answer = await send(parts, repeatOf(callback), 2);
    if (answer !== null && answer.body !== first.body)
      course.blame(`another answer to the repeat of ${callback.title}: ${answer.body}`);
  }

  return {
    async ask(callback) {
      const answer = await send(parts, callback, 1);
      if (duplicate && answer) start(askAgain(callback, answer));
      return isTaken(answer) ? answer : null;
    },
    report(callback) {
      last = shuffle ? last : sendAfter(last, callback);
      start(shuffle ? sendLate(callback) : last);
      if (duplicate) start(sendLate(repeatOf(callback)));
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
