import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const providers = ['FCM', 'APNS', 'WEBPUSH'] as const;
export type PushProvider = (typeof providers)[number];

/** A message that a push service accepted for a device. */
export interface PushedMessage {
  readonly id: string;
  readonly provider: PushProvider;
  /** Push token, or the endpoint of a web push subscription. */
  readonly token: string;
  readonly title: string | null;
  readonly body: string | null;
  /** Further data for the app. */
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO 8601, the time of acceptance. */
  readonly at: string;
}

/**
 * Behaviour of the push services. `gone` no longer knows the device, `fail` answers 500, `busy` 429. `slow` accepts and
 * answers after `delayMs`, `silent` never answers. `refuse` answers with an error of the service.
 */
export const SetPushBehaviour = z.strictObject({
  behaviour: z.enum(['accept', 'gone', 'fail', 'busy', 'slow', 'silent', 'refuse']),
  /** Status and error code of `refuse`. Web push answers the code as its body. */
  status: z.int().min(400).max(599).default(400),
  code: z.string().default(''),
  /** Text of the error, only for `refuse` of FCM. */
  message: z.string().optional(),
  /** Milliseconds since the epoch, only for `refuse` of APNs. */
  timestamp: z.int().min(0).optional(),
  /** Limits the rule to one device, or to one service. */
  token: z.string().min(1).optional(),
  provider: z.enum(providers).optional(),
  /** Milliseconds, only for `slow`. */
  delayMs: z.int().min(0).max(60_000).default(5_000),
  /** Seconds in `Retry-After`, only for `busy`. */
  retryAfter: z.int().min(0).max(3_600).default(1),
  /** Number of requests to which the rule applies; default: all. */
  times: z.int().min(1).max(1000).optional(),
});
export type SetPushBehaviour = z.infer<typeof SetPushBehaviour>;

/** Answer of a push service to a message. */
export interface PushVerdict {
  readonly kind: 'accepted' | 'gone' | 'fail' | 'busy' | 'silent' | 'refuse';
  readonly id: string;
  readonly retryAfter: number;
  /** The error of `refuse`. */
  readonly status: number;
  readonly code: string;
  readonly message?: string | undefined;
  readonly timestamp?: number | undefined;
}

type NewMessage = Omit<PushedMessage, 'id' | 'at'>;

/** Messages of the push services, and the rules for their faults. */
export interface PushBook {
  /** Accepts a message, or answers by the matching rule. */
  take(message: NewMessage): Promise<PushVerdict>;
  /** Lists messages, the newest first. */
  list(token?: string): PushedMessage[];
  clear(): void;
  set(rule: SetPushBehaviour): void;
  rules(): SetPushBehaviour[];
}

type Rule = SetPushBehaviour & { left: number };

const usual: Rule = { ...SetPushBehaviour.parse({ behaviour: 'accept' }), left: Infinity };

const isSameTarget = (one: SetPushBehaviour, other: SetPushBehaviour): boolean =>
  one.token === other.token && one.provider === other.provider;

/** Creates a book that accepts every message, and keeps the newest ones in memory. */
export function createPushBook(limit = 5000): PushBook {
  let messages: PushedMessage[] = [];
  let rules: Rule[] = [];
  /** Finds the rule of the device, else of the service, else the general one. */
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
      const { behaviour, delayMs, retryAfter, status, code, message, timestamp } = rule;
      const answer = { id, retryAfter, status, code, message, timestamp };
      if (behaviour !== 'accept' && behaviour !== 'slow') return { kind: behaviour, ...answer };
      if (behaviour === 'slow') await delay(delayMs);
      messages = [...messages.slice(-(limit - 1)), { id, ...incoming, at: new Date().toISOString() }];
      return { kind: 'accepted', ...answer };
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
