import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import type { HttpAnswer } from '../client/http-call.ts';

/** One kind of request of a steady load. */
export interface Kind {
  name: string;
  /** @param count a number that no other request of the load has */
  send: (count: number) => Promise<HttpAnswer<unknown>>;
  expected: readonly number[];
}

/** What a steady load has met. */
export interface SteadyReport {
  /** Such as `{ "units 201": 412, "units 409 idempotency_in_progress": 3 }`. */
  answers: Readonly<Record<string, number>>;
  /** Answers that their kind does not expect, with the moment of each since the start. */
  failures: readonly string[];
  /** Requests sent in a second. */
  rate: number;
  slowestMs: number;
}

/** Requests that are sent at a rate, whatever becomes of those before them. */
export interface SteadyLoad {
  /** How many have been answered as expected. */
  readonly succeeded: number;
  /** Since the load began, in milliseconds. */
  sinceStart(): number;
  stop(): Promise<SteadyReport>;
}

/**
 * Fewer than the transactions that one process may have open (40): a machine that is too slow for the rate lowers the
 * rate, and a service never has to refuse a request for want of room.
 */
const maxUnderWay = 24;
const turnMs = 10;

function nameAnswer(kind: string, answer: HttpAnswer<unknown> | Error): string {
  if (answer instanceof Error) return `${kind} ${String(answer)}`;
  const { code, message } = (answer.body ?? {}) as Partial<Problem>;
  return [kind, answer.status, ...(code === undefined ? [] : [code, message])].join(' ');
}

/** Starts to send requests of the kinds in turn. */
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
