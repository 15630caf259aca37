import { randomUUID } from 'node:crypto';
import type { CallScript } from './call-script.ts';

/** A line in the log of a call. */
export interface CourseLine {
  /** Seconds since the start, by the clock of the call. */
  readonly second: number;
  /** Actor: the caller, a callee's number, the provider, or the system under test. */
  readonly who: string;
  readonly text: string;
}

/** A phone that was rung. */
export interface PlayedLeg {
  readonly id: string;
  readonly number: string;
  status: string;
  /** True when caller and callee were connected. */
  isBridged: boolean;
}

/** A call that the sandbox plays or has played. */
export interface PlayedCall {
  readonly id: string;
  readonly provider: CallScript['provider'];
  /** The provider's id: `CallSid` of telephony-a, `call_session_id` of telephony-b. */
  readonly providerCallId: string;
  readonly from: string;
  readonly to: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Null until the call and its late callbacks end. */
  endedAt: string | null;
  readonly legs: PlayedLeg[];
  /** The commands that the system sent, in order; XML answers are in `lines`. */
  readonly commands: {
    readonly name: string;
    readonly commandId: string | null;
    readonly isRepeat: boolean;
  }[];
  readonly lines: CourseLine[];
  /** Answers that a provider would not accept: unreadable ones, errors, different answers to repeats. */
  readonly faults: string[];
}

/** Log of one call. */
export interface Course {
  readonly call: PlayedCall;
  tell(who: string, text: string): void;
  /** Logs a fault of the system. */
  blame(text: string): void;
  addLeg(id: string, number: string): PlayedLeg;
  end(): void;
}

/** The calls that the sandbox has played. */
export interface CallBook {
  start(
    call: Pick<PlayedCall, 'provider' | 'providerCallId' | 'from' | 'to'>,
    secondsNow: () => number,
  ): Course;
  /** Lists calls, the newest first. */
  list(to?: string): PlayedCall[];
  find(id: string): PlayedCall | undefined;
  /** Resolves when the call has more lines, ends, or the signal aborts. */
  waitForNews(call: PlayedCall, linesSeen: number, signal: AbortSignal): Promise<void>;
  clear(): void;
}

type Announce = (call: PlayedCall) => void;

function courseOf(call: PlayedCall, secondsNow: () => number, announce: Announce): Course {
  const tell = (who: string, text: string): void => {
    call.lines.push({ second: Math.round(secondsNow() * 10) / 10, who, text });
    announce(call);
  };
  return {
    call,
    tell,
    blame(text) {
      call.faults.push(text);
      tell('system', `FAULT: ${text}`);
    },
    addLeg(id, number) {
      const leg = { id, number, status: 'ringing', isBridged: false };
      call.legs.push(leg);
      return leg;
    },
    end() {
      call.endedAt = new Date().toISOString();
      announce(call);
    },
  };
}

/** Keeps the newest calls in memory. */
export function createCallBook(limit = 500): CallBook {
  let calls: PlayedCall[] = [];
  const news = new EventTarget();
  const announce: Announce = ({ id }) => void news.dispatchEvent(new Event(id));

  return {
    start(about, secondsNow) {
      const startedAt = new Date().toISOString();
      const lists = { legs: [], commands: [], lines: [], faults: [] };
      const call: PlayedCall = { id: randomUUID(), ...about, startedAt, endedAt: null, ...lists };
      calls = [...calls.slice(-(limit - 1)), call];
      return courseOf(call, secondsNow, announce);
    },
    list: (to) => calls.filter((call) => to === undefined || call.to === to).toReversed(),
    find: (id) => calls.find((call) => call.id === id),
    async waitForNews(call, linesSeen, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const resolveIfDue = (): void => {
        if (call.endedAt !== null || call.lines.length > linesSeen || signal.aborted) resolve();
      };
      news.addEventListener(call.id, resolveIfDue);
      signal.addEventListener('abort', resolveIfDue);
      resolveIfDue();
      await promise;
      news.removeEventListener(call.id, resolveIfDue);
      signal.removeEventListener('abort', resolveIfDue);
    },
    clear() {
      calls = calls.filter(({ endedAt }) => endedAt === null);
    },
  };
}
