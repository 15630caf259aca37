import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const providers = ['FCM', 'APNS', 'WEBPUSH'] as const;
export type PushProvider = (typeof providers)[number];

/** A message that one of the push services has taken for a device. */
export interface PushedMessage {
  readonly id: string;
  readonly provider: PushProvider;
  /** The push token; of a web push subscription its endpoint. */
  readonly token: string;
  readonly title: string | null;
  readonly body: string | null;
  /** What else the app gets. */
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO 8601, the time of acceptance. */
  readonly at: string;
}

/**
 * How the push services treat messages. `gone` no longer knows the device, `fail` answers 500, `busy` 429, `slow` accepts
 * and answers after `delayMs`, `silent` takes the request and never answers.
 */
export const SetPushBehaviour = z.strictObject({
  behaviour: z.enum(['accept', 'gone', 'fail', 'busy', 'slow', 'silent']),
  /** Narrows the rule to one device, or to one service. */
  token: z.string().min(1).optional(),
  provider: z.enum(providers).optional(),
  /** Milliseconds, for `slow` alone. */
  delayMs: z.int().min(0).max(60_000).default(5_000),
  /** Seconds in `Retry-After`, for `busy` alone. */
  retryAfter: z.int().min(0).max(3_600).default(1),
  /** How many requests it holds for; without it, for all. */
  times: z.int().min(1).max(1000).optional(),
});
export type SetPushBehaviour = z.infer<typeof SetPushBehaviour>;

/** How a push service has to answer a message. */
export interface PushVerdict {
  readonly kind: 'accepted' | 'gone' | 'fail' | 'busy' | 'silent';
  readonly id: string;
  readonly retryAfter: number;
}

type NewMessage = Omit<PushedMessage, 'id' | 'at'>;

/** What the push services were sent, and the switch of their faults. */
export interface PushBook {
  /** Takes a message, or does what the sandbox is told to do instead. */
  take(message: NewMessage): Promise<PushVerdict>;
  /** Lists messages, the newest first. */
  list(token?: string): PushedMessage[];
  clear(): void;
  set(rule: SetPushBehaviour): void;
  rules(): SetPushBehaviour[];
}

type Rule = SetPushBehaviour & { left: number };

const usual: Rule = { behaviour: 'accept', delayMs: 0, retryAfter: 1, left: Infinity };

const isSameTarget = (one: SetPushBehaviour, other: SetPushBehaviour): boolean =>
  one.token === other.token && one.provider === other.provider;

/** Starts with every message accepted at once; keeps the newest messages in memory. */
export function createPushBook(limit = 5000): PushBook {
  let messages: PushedMessage[] = [];
  let rules: Rule[] = [];
  /** The rule of the device counts before that of the service, and that before the one for all. */
  const ruleFor = ({ token, provider }: NewMessage): Rule =>
    rules.find((rule) => rule.token === token) ??
    rules.find((rule) => rule.token === undefined && rule.provider === provider) ??
    rules.find((rule) => rule.token === undefined && rule.provider === undefined) ??
    usual;
  const use = (rule: Rule): void => {
    rule.left -= 1;
    if (rule.left <= 0) rules = rules.filter((other) => other !== rule);
  };
  return {
    async take(incoming) {
      const rule = ruleFor(incoming);
      if (rule !== usual) use(rule);
      const id = randomUUID();
      const { behaviour, retryAfter, delayMs } = rule;
      if (behaviour !== 'accept' && behaviour !== 'slow') return { kind: behaviour, id, retryAfter };
      if (behaviour === 'slow') await delay(delayMs);
      messages = [...messages.slice(-(limit - 1)), { id, ...incoming, at: new Date().toISOString() }];
      return { kind: 'accepted', id, retryAfter };
    },
    list: (token) =>
      messages.filter((message) => token === undefined || message.token === token).toReversed(),
    clear() {
      messages = [];
    },
    set(rule) {
      const isForAll = rule.token === undefined && rule.provider === undefined;
      const others = isForAll ? [] : rules.filter((other) => !isSameTarget(other, rule));
      rules = [...others, { ...rule, left: rule.times ?? Infinity }];
    },
    rules: () => rules.map(({ left: _left, ...rule }) => rule),
  };
}
