import { Fault, type FaultKind } from '@pas/platform/errors/fault';
import type { RunItem } from '@pas/platform/http/define-route';
import { toProblem } from '@pas/platform/http/render-error';
import { ok, type JsonReply } from '@pas/platform/http/reply';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import type { BulkResult } from './bulk.schema.ts';
import type { Invite } from './invite.schema.ts';
import { nameRefused } from './name-refused.ts';

type Result = z.input<typeof BulkResult>;
type Answer = { invite: z.input<typeof Invite> };

interface BulkCall {
  ctx: OperationContext;
  inviteIds: readonly string[];
  runItem: RunItem;
  /** Aborts when the caller disconnects; a repeat with the same key continues. */
  signal: AbortSignal;
  /** Answers for one invite like the single call. */
  answer: (ctx: OperationContext, inviteId: string) => Promise<JsonReply<Answer>>;
}

/** Refusals that concern one invite. Any other failure, such as a store outage, ends the whole call. */
const ofOneInvite: ReadonlySet<FaultKind> = new Set(['not_found', 'conflict', 'invalid', 'rate_limited']);

const replayedHeader = 'Idempotency-Replayed';

/** Outcome for one invite, and whether an earlier call stored it. */
interface Outcome {
  result: Result;
  isReplay: boolean;
}

async function outcomeOf(
  { ctx, runItem, answer }: BulkCall,
  item: string,
  inviteId: string,
): Promise<Outcome> {
  try {
    const reply = await runItem(item, async (within) => answer(within ? { ...ctx, within } : ctx, inviteId));
    const { status, body, headers = {} } = reply;
    return { result: { inviteId, status, invite: body.invite }, isReplay: replayedHeader in headers };
  } catch (error) {
    if (!(error instanceof Fault) || !ofOneInvite.has(error.kind)) throw error;
    const { status, code, message } = toProblem(error, ctx.correlationId);
    return { result: { inviteId, status, code, message }, isReplay: false };
  }
}

/** Concurrent changes of one call: the store then confirms several changes together. */
const maxAtOnce = 4;

/**
 * Processes the items of a call in order, several at once. A call that names an invite twice is processed one
 * by one.
 */
async function runItems(call: BulkCall): Promise<Outcome[]> {
  const { inviteIds, signal } = call;
  const outcomes: Outcome[] = [];
  const items = inviteIds.entries();
  const failure = new AbortController();
  const takeItems = async (): Promise<void> => {
    for (const [place, inviteId] of items) {
      if (signal.aborted || failure.signal.aborted) return;
      outcomes[place] = await outcomeOf(call, `${place} ${inviteId}`, inviteId);
    }
  };
  const lanes = new Set(inviteIds).size === inviteIds.length ? maxAtOnce : 1;
  try {
    await Promise.all(Array.from({ length: lanes }, takeItems));
  } catch (error) {
    failure.abort();
    throw error;
  }
  return outcomes;
}

/**
 * Applies one action to many invites. Each invite is a separate change with the answer of the single call.
 * The low concurrency leaves capacity for other requests. A refusal names the invite and its person.
 */
export async function runBulk(call: BulkCall): Promise<JsonReply<{ results: Result[] }>> {
  const outcomes = await runItems(call);
  const done = outcomes.filter(({ result }) => result.invite !== undefined);
  const isReplay = done.length > 0 && done.every((outcome) => outcome.isReplay);
  const results = await nameRefused(
    call.ctx,
    outcomes.map(({ result }) => result),
  );
  return ok({ results }, isReplay ? { [replayedHeader]: 'true' } : {});
}
