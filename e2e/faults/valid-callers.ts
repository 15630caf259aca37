import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call, type HttpAnswer } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import type { Drill } from './drill.ts';
import { steadyMs } from './load.ts';
import { countEffects, postKeyed } from './hold-keys.ts';

type Answer = HttpAnswer<unknown>;

/** Results of callers with valid credentials. */
export interface ValidCallersReport {
  /** Such as `{ "read 200": 412, "write 502 upstream_refused": 1 }`. */
  answers: Readonly<Record<string, number>>;
  /** Slowest answer of each kind, in milliseconds; for writes, the slowest try. */
  slowestMs: Readonly<Record<string, number>>;
  /** Names of the properties that keyed writes created. */
  made: readonly string[];
}

export interface ValidCallers {
  /** Waits until each kind of caller has `count` more answers. */
  untilMore(count: number): Promise<void>;
  stop(): Promise<ValidCallersReport>;
}

/** Whether a client with an idempotency key repeats the request after an answer. */
const isPassing = ({ status }: Answer): boolean => status === 409 || status >= 500;

const backOffMs = 100;

function nameAnswer(kind: string, answer: Answer): string {
  const { code } = (answer.body ?? {}) as Partial<Problem>;
  return [kind, answer.status, ...(code === undefined ? [] : [code])].join(' ');
}

/** Sends a signed event of the payments provider that names no tenant. */
async function sendEvent({ local: { webhooksUrl, webhookSecrets } }: Drill): Promise<Answer> {
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'invoice.created', data: { object: {} } };
  const sent = signPayments(webhookSecrets.payments, JSON.stringify(event));
  const { status, headers, body: text } = await sendWebhook(webhooksUrl, sent);
  return { status, headers, text, body: status < 300 ? null : JSON.parse(text) };
}

/** Prepares one request of each kind of caller. All of them reach their service and succeed. */
async function prepareRequests(drill: Drill, name: string): Promise<Record<string, () => Promise<Answer>>> {
  const { gatewayUrl } = drill.local;
  const { invite } = await inviteToNewUnit(drill.manager, name, `${name}@stalls.test`);
  const { invite: open } = await inviteToNewUnit(drill.manager, `${name} open`, `${name}.open@stalls.test`);
  const { token } = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
  return {
    'admin read': () => drill.manager.call('/properties?limit=1'),
    'resident read': () => call(`${gatewayUrl}/api/v1/units`, { bearer: token }),
    'public read': () => call(`${gatewayUrl}/api/v1/auth/invites/${open.token}`),
    'mobile read': () => call(`${gatewayUrl}/access/points`, { bearer: token }),
    webhook: () => sendEvent(drill),
  };
}

/**
 * Starts callers with valid credentials: one reader of each kind, and four writers with idempotency keys. A
 * write is repeated until it is done.
 */
export async function startValidCallers(drill: Drill, name: string): Promise<ValidCallers> {
  const stopping = new AbortController();
  const answers: Record<string, number> = {};
  const counts = new Map<string, number>();
  const made: string[] = [];
  const slowestMs: Record<string, number> = {};

  const ask = async (kind: string, send: () => Promise<Answer>): Promise<Answer> => {
    const since = performance.now();
    const answer = await send();
    slowestMs[kind] = Math.max(slowestMs[kind] ?? 0, Math.round(performance.now() - since));
    const what = nameAnswer(kind, answer);
    answers[what] = (answers[what] ?? 0) + 1;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return answer;
  };
  const read = async (kind: string, send: () => Promise<Answer>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await ask(kind, send);
      await pause(steadyMs);
    }
  };
  const write = async (lane: number): Promise<void> => {
    for (let turn = 1; !stopping.signal.aborted; turn += 1) {
      const key = `${name} ${lane}-${turn}`;
      const insist = async (): Promise<boolean> => {
        const answer = await ask('write', async () => postKeyed(drill, key));
        return !isPassing(answer);
      };
      await waitUntil(insist, { what: `${key} to be done`, everyMs: backOffMs });
      made.push(key);
      await pause(steadyMs);
    }
  };
  const reads = Object.entries(await prepareRequests(drill, name));
  const done = Promise.all([...reads.map(([kind, send]) => read(kind, send)), ...[1, 2, 3, 4].map(write)]);
  // `stop` throws a failure.
  done.catch(() => undefined);
  const kinds = [...reads.map(([kind]) => kind), 'write'];
  return {
    async untilMore(count) {
      const goals = kinds.map((kind) => [kind, (counts.get(kind) ?? 0) + count] as const);
      const isReached = () => goals.every(([kind, goal]) => (counts.get(kind) ?? 0) >= goal);
      await waitUntil(isReached, { what: `${count} more answers` });
    },
    async stop() {
      stopping.abort();
      await done;
      return { answers, slowestMs, made };
    },
  };
}

/** Returns the answers that a caller with valid credentials must never get. */
export const unjust = ({ answers }: ValidCallersReport): string[] =>
  Object.keys(answers).filter((what) => / 40[13]\b/.test(what));

/** Finds the keyed writes that did not take effect exactly once. */
export async function notOnce(drill: Drill, { made }: ValidCallersReport): Promise<string[]> {
  const counts = await Promise.all(
    made.map(async (name) => [name, await countEffects(drill, name)] as const),
  );
  return counts.filter(([, count]) => count !== 1).map(([name, count]) => `${name}: ${count}`);
}
