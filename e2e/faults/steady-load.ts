import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import type { HttpAnswer } from '../client/http-call.ts';

/** One kind of request of a steady load. */
export interface Kind {
  name: string;
  /** @param count a unique number of the request */
  send: (count: number) => Promise<HttpAnswer<unknown>>;
  expected: readonly number[];
}

/** Results of a steady load. */
export interface SteadyReport {
  /** Such as `{ "units 201": 412, "units 409 idempotency_in_progress": 3 }`. */
  answers: Readonly<Record<string, number>>;
  /** Unexpected answers, each with its time since the start. */
  failures: readonly string[];
  /** Requests sent in a second. */
  rate: number;
  slowestMs: number;
}

/** Requests at a fixed rate, independent of earlier answers. */
export interface SteadyLoad {
  /** Number of expected answers. */
  readonly succeeded: number;
  /** Returns the time since the start of the load, in milliseconds. */
  sinceStart(): number;
  stop(): Promise<SteadyReport>;
}

/**
 * Below the transaction limit of one process (40). On a slow machine the rate falls, instead of a service
 * refusing requests.
 */
const maxUnderWay = 24;
const turnMs = 10;

function nameAnswer(kind: string, answer: HttpAnswer<unknown> | Error): string {
  if (answer instanceof Error) return `${kind} ${String(answer)}`;
  const { code, message } = (answer.body ?? {}) as Partial<Problem>;
  return [kind, answer.status, ...(code === undefined ? [] : [code, message])].join(' ');
}

/** Starts a load that alternates between the kinds. */
export function startSteadyLoad(ratePerSecond: number, kinds: readonly Kind[]): SteadyLoad {
  const stopping = new AbortController();
  const startedAt = performance.now();
  const sinceStart = (): number => performance.now() - startedAt;
  const answers: Record<string, number> = {};
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  let [sent, succeeded, slowestMs] = [0, 0, 0];

  const sendOne = async ({ name, send, expected }: Kind): Promise<void> => {
    const sentAt = sinceStart();
    const answer = await send(sent).catch((error: unknown) => error as Error);
    slowestMs = Math.max(slowestMs, sinceStart() - sentAt);
    const what = nameAnswer(name, answer);
    answers[what] = (answers[what] ?? 0) + 1;
    if ('status' in answer && expected.includes(answer.status)) succeeded += 1;
    else
      failures.push(`${what} (sent at ${Math.round(sentAt)} ms, answered at ${Math.round(sinceStart())} ms)`);
  };
  const sendDue = (due: number): void => {
    for (let left = due; left > 0 && underWay.size < maxUnderWay; left -= 1) {
      sent += 1;
      const kind = kinds[sent % kinds.length];
      if (!kind) return;
      const sending: Promise<void> = sendOne(kind).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  };
  const run = async (): Promise<void> => {
    let turnAt = sinceStart();
    while (!stopping.signal.aborted) {
      await pause(turnMs);
      const now = sinceStart();
      sendDue(Math.round((now * ratePerSecond) / 1000) - Math.round((turnAt * ratePerSecond) / 1000));
      turnAt = now;
    }
  };
  const running = run();
  return {
    get succeeded() {
      return succeeded;
    },
    sinceStart,
    async stop() {
      stopping.abort();
      await running;
      const rate = Math.round((1000 * sent) / sinceStart());
      await Promise.all(underWay);
      return { answers, failures, rate, slowestMs: Math.round(slowestMs) };
    },
  };
}
