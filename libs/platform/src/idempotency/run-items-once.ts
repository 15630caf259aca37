import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../errors/fault.ts';
import type { DoneOnce } from '../http/run-keyed.ts';
import { claimKey, isKeyKnown } from './claim-request.ts';
import { doOnce, keyedRequest, keyStoreOf } from './run-once.ts';

/** How long an item waits for another call with the same key that is at work on it, in milliseconds. */
const maxWaitMs = 10_000;
const pauseMs = 50;

const isInProgress = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'idempotency_in_progress';

/** Tries again while another call with the same key does the same; then its outcome is there to be read. */
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
 * Prepares to do the items of a bulk call with an `Idempotency-Key`: the outcome of each is kept in the transaction of
 * its effect, so that a repeat does what is missing and gets the same answers. What failed is not kept and is tried anew.
 * The key itself is kept with the first item that is done: another body is refused from then on.
 *
 * @throws invalid (`idempotency_key_reused`) for a key that came with another body
 */
export const runItemsOnce: DoneOnce['items'] = async (ctx, call) => {
  const { route, key, input } = call;
  const { requests } = keyStoreOf(route);
  const whole = keyedRequest(ctx, call);
  const isRepeat = await isKeyKnown(requests, whole);
  let isKnown = isRepeat;
  return async (item, work) => {
    // A key has no line break, so no key of a whole request is one of an item.
    const ofItem = { ...call, key: `${key}\n${item}`, input: { query: input.query, body: item } };
    const reply = await afterOthers(async () =>
      doOnce(ctx, {
        route,
        request: keyedRequest(ctx, ofItem),
        mayBeKept: isRepeat,
        claimMore: async (session) => {
          if (!isKnown) await claimKey(requests, whole, session);
        },
        onTaken: async () => {
          isKnown ||= await isKeyKnown(requests, whole);
        },
        work,
      }),
    );
    isKnown = true;
    return reply as Awaited<ReturnType<typeof work>>;
  };
};
