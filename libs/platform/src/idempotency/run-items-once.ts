import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../errors/fault.ts';
import type { KeyedRunners } from '../http/run-keyed.ts';
import { claimKey, isKeyKnown } from './claim-request.ts';
import { doOnce, keyedRequest, keyStoreOf } from './run-once.ts';

/** The longest wait of an item for another call that runs it under the same key, in milliseconds. */
const maxWaitMs = 10_000;
const pauseMs = 50;

const isInProgress = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'idempotency_in_progress';

/** Retries while another call with the same key runs the same item. Afterwards its outcome can be read. */
async function afterOthers<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInProgress(error) || performance.now() > deadline) throw error;
    }
    await pause(pauseMs);
  }
}

/**
 * Prepares to run the items of a bulk call with an `Idempotency-Key`. The transaction of an item's effect also stores
 * its outcome. So a repeat runs the missing items and returns the same answers. A failure is not stored, and the item
 * is retried. The first finished item also stores the key of the call, which then refuses another body.
 *
 * @throws invalid (`idempotency_key_reused`) for a key that was used with another body
 */
export const runItemsOnce: KeyedRunners['items'] = async (ctx, call) => {
  const { route, key, input } = call;
  const { requests } = keyStoreOf(route);
  const whole = keyedRequest(ctx, call);
  const isRepeat = await isKeyKnown(requests, whole);
  let isKnown = isRepeat;
  return async (item, work) => {
    // A key has no line break, so the key of an item never equals that of a whole request.
    const ofItem = { ...call, key: `${key}\n${item}`, input: { query: input.query, body: item } };
    const reply = await afterOthers(async () =>
      doOnce(ctx, {
        route,
        request: keyedRequest(ctx, ofItem),
        schema: route.itemResponse,
        mayBeKept: isRepeat,
        claimMore: async (session) => {
          if (!isKnown) await claimKey(requests, whole, session);
        },
        onTaken: async () => {
          isKnown ||= await isKeyKnown(requests, whole);
        },
        work: async (within) => work({ within }),
      }),
    );
    isKnown = true;
    return reply as Awaited<ReturnType<typeof work>>;
  };
};
