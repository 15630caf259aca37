import { Fault, type FaultKind } from '@pas/platform/errors/fault';
import type { RunItem } from '@pas/platform/http/run-item';
import { replayedHeader } from '@pas/platform/http/run-keyed';
import { toProblem } from '@pas/platform/http/render-error';
import { ok, type JsonReply } from '@pas/platform/http/reply';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import type { BulkAnswer, BulkResult } from './bulk.schema.ts';

/** Result for one item, without the id of the item. */
type Result = Omit<z.input<typeof BulkResult>, 'inviteId'>;
type Answer = z.input<typeof BulkAnswer>;

/** Returns the start of the message of a refused item: the item and its person. */
type NameItems = (ctx: OperationContext, ids: readonly string[]) => Promise<(id: string) => string>;

interface BulkCall {
  ctx: OperationContext;
  /** The ids of the items: invites or residents. */
  ids: readonly string[];
  runItem: RunItem;
  /** Aborts when the caller disconnects; a repeat with the same key continues. */
  signal: AbortSignal;
  /** Answers for one item like the single call. */
  answer: (ctx: OperationContext, id: string) => Promise<JsonReply<Answer>>;
  nameItems: NameItems;
}

/** Refusals that concern one item. Any other failure, such as a store outage, ends the whole call. */
const ofOneItem: ReadonlySet<FaultKind> = new Set(['not_found', 'conflict', 'invalid', 'rate_limited']);

/** Outcome for one item, and whether an earlier call stored it. */
interface Outcome {
  id: string;
  result: Result;
  isReplay: boolean;
}

async function outcomeOf({ ctx, runItem, answer }: BulkCall, item: string, id: string): Promise<Outcome> {
  try {
    const reply = await runItem(item, async (scope) => answer({ ...ctx, ...scope }, id));
    const { status, body, headers = {} } = reply;
    return { id, result: { status, invite: body.invite }, isReplay: replayedHeader in headers };
  } catch (error) {
    if (!(error instanceof Fault) || !ofOneItem.has(error.kind)) throw error;
    const { status, code, message } = toProblem(error, ctx.correlationId);
    return { id, result: { status, code, message }, isReplay: false };
  }
}

/** Concurrent changes of one call: the store then confirms several changes together. */
const maxAtOnce = 4;

/**
 * Processes the items of a call in order, several at once. A call that names an item twice is processed one by
 * one.
 */
async function runItems(call: BulkCall): Promise<Outcome[]> {
  const { ids, signal } = call;
  const outcomes: Outcome[] = [];
  const items = ids.entries();
  const failure = new AbortController();
  const takeItems = async (): Promise<void> => {
    for (const [index, id] of items) {
      if (signal.aborted || failure.signal.aborted) return;
      outcomes[index] = await outcomeOf(call, `${index} ${id}`, id);
    }
  };
  const lanes = new Set(ids).size === ids.length ? maxAtOnce : 1;
  try {
    await Promise.all(Array.from({ length: lanes }, takeItems));
  } catch (error) {
    failure.abort();
    throw error;
  }
  return outcomes;
}

/** Puts the item and its person before the reason of each refusal. Costs nothing without a refusal. */
async function nameRefused({ ctx, nameItems }: BulkCall, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const refused = outcomes.filter(({ result }) => result.message !== undefined).map(({ id }) => id);
  if (refused.length === 0) return [...outcomes];
  const nameOf = await nameItems(ctx, refused);
  return outcomes.map((outcome) => {
    const { id, result } = outcome;
    if (result.message === undefined) return outcome;
    return { ...outcome, result: { ...result, message: `${nameOf(id)}: ${result.message}` } };
  });
}

/**
 * Applies one action to many items. Each item is a separate change with the answer of the single call.
 * The low concurrency leaves capacity for other requests. A refusal names the item and its person.
 */
export async function runBulk<Named extends object>(
  call: BulkCall,
  withId: (id: string, result: Result) => Named,
): Promise<JsonReply<{ results: Named[] }>> {
  const outcomes = await runItems(call);
  const done = outcomes.filter(({ result }) => result.invite !== undefined);
  const isReplay = done.length > 0 && done.every((outcome) => outcome.isReplay);
  const results = (await nameRefused(call, outcomes)).map(({ id, result }) => withId(id, result));
  return ok({ results }, isReplay ? { [replayedHeader]: 'true' } : {});
}
