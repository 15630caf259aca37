import { unavailable } from '@pas/shared/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel } from '@pas/shared/models/call';
import { receiptContext, type Processing } from '../processing/receipt.ts';
import { providerNames, type Occasion } from './occasion.ts';
import type { CallEvent } from './call-event.ts';
import { decide, isStepOver } from './call-flow.ts';
import type { Facts } from './end-call.ts';
import { findFacts } from './find-facts.ts';
import type { Command, Decided, LedCall } from './led-call.ts';
import { forget } from './live-calls.ts';
import { keepVerdict, type DoorVerdict } from './open-door.ts';
import { publishUnreachable } from './publish-unreachable.ts';
import { isNews, isShownChange, publishCall } from './save-call.ts';

/** What an event of a provider means for a call, once the call is known. */
export interface Reading {
  events: CallEvent[];
  /** What was decided about the door; null where nobody asks for it. */
  verdict: DoorVerdict | null;
  /** Whether the next residents are rung where nobody rings any more. telephony-a reports that by itself. */
  endsSteps?: boolean;
}

/** Reads an event of a provider. It may look things up, and changes nothing in the call. */
export type ReadEvents = (ctx: OperationContext, call: LedCall) => Promise<Reading>;

/** Finds a call that is led here, by our id or the provider's; null for an unknown one. */
export async function findCall({
  provider: name,
  providerCallId,
  callId = null,
}: Pick<Occasion, 'provider' | 'providerCallId' | 'callId'>): Promise<LedCall | null> {
  const provider = providerNames[name];
  const [filter, crossTenant] =
    callId === null
      ? [{ provider, providerCallId }, 'call-by-provider']
      : [{ _id: callId, provider }, 'call-by-id'];
  const call = await CallModel.findOne(filter).setOptions({ crossTenant }).lean<LedCall>();
  return call?.flow ? call : null;
}

/** What was decided when the same event came before; null for a new one. */
export function repeatOf(call: LedCall, key: string): Decided | null {
  const known = call.flow.steps.find((step) => step.key === key);
  return known ? { call, commands: known.commands as Command[] } : null;
}

/** Thrown where another event has changed the call meanwhile: what was decided does not fit any more. */
export class ChangedMeanwhile extends Error {}

/** How often an event is decided anew. Events of one call are few. */
const maxTries = 8;

/** Decides events one after the other. */
function decideAll(call: LedCall, { events, endsSteps = false }: Reading, facts: Facts): Decided {
  let decided: Decided = { call, commands: [] };
  const take = (event: CallEvent): void => {
    const next = decide(decided.call, event, facts);
    decided = { call: next.call, commands: [...decided.commands, ...next.commands] };
  };
  events.forEach(take);
  const { step } = decided.call.flow;
  if (endsSteps && isStepOver(decided.call)) take({ kind: 'step_ended', step, status: 'NO_ANSWER' });
  return decided;
}

/** What is stored of a decision. An event without commands leaves no step: a repeat of it changes nothing anyway. */
export function rowAfter(
  before: LedCall,
  { call, commands }: Decided,
  occasion: { key: string; at: Date },
): LedCall {
  const { revision, steps } = before.flow;
  const isShown = isShownChange(before, call);
  const kept = commands.length === 0 ? steps : [...steps, { key: occasion.key, commands }];
  return {
    ...call,
    flow: { ...call.flow, revision: revision + 1, steps: kept },
    version: before.version + (isShown ? 1 : 0),
    updatedAt: isShown ? occasion.at : before.updatedAt,
  };
}

/** The fields that a decision has changed: it leaves all others as they were read. */
const changedFields = (before: LedCall, after: LedCall) =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof LedCall]),
  );

/**
 * Stores a call as it is after a decision. It goes past mongoose, whose casting of the whole row costs more than the
 * statement.
 *
 * @throws ChangedMeanwhile when the call is not as it was read any more
 */
export async function replaceCall(before: LedCall, after: LedCall, change?: Change): Promise<void> {
  const { _id, tenantId, flow } = before;
  const { matchedCount } = await CallModel.collection.updateOne(
    { _id, tenantId, 'flow.revision': flow.revision } as never,
    { $set: changedFields(before, after) },
    { ignoreUndefined: true, ...(change && { session: change.session }) },
  );
  if (matchedCount !== 1) throw new ChangedMeanwhile();
}

/** Stores a decision: with its events and the door in one transaction, or by one write where nothing is published. */
async function save(
  ctx: OperationContext,
  processing: Processing,
  { before, after, verdict }: { before: LedCall; after: LedCall; verdict: DoorVerdict | null },
): Promise<void> {
  if (verdict === null && !isNews(before, after)) return replaceCall(before, after);
  return commit(ctx, async (change) => {
    await replaceCall(before, after, change);
    publishCall(change, before, after);
    await publishUnreachable(change, before, after);
    if (verdict) await keepVerdict(ctx, change, { doors: processing.doors, verdict });
  });
}

/** Decides what an event means for a call, and stores it. */
async function decideAndSave(
  processing: Processing,
  { call, occasion }: { call: LedCall; occasion: Occasion },
  read: ReadEvents,
): Promise<Decided> {
  const ctx = receiptContext(processing, occasion, call.tenantId);
  const reading = await read(ctx, call);
  const decided = decideAll(call, reading, await findFacts(call, ctx.now));
  const isChanged = decided.call !== call || decided.commands.length > 0;
  if (isChanged) {
    const after = rowAfter(call, decided, { key: occasion.key, at: ctx.now });
    await save(ctx, processing, { before: call, after, verdict: reading.verdict });
    return { call: after, commands: decided.commands };
  }
  return decided;
}

async function advanceOnce(
  processing: Processing,
  occasion: Occasion,
  read: ReadEvents,
): Promise<Decided | null> {
  const call = await findCall(occasion);
  if (!call) return null;
  const repeat = repeatOf(call, occasion.key);
  if (repeat) return repeat;
  try {
    return await decideAndSave(processing, { call, occasion }, read);
  } finally {
    forget(call);
  }
}

/**
 * Leads a call on by an event of its provider, once: a repeat gets what was decided the first time, and changes nothing.
 *
 * @returns null for an unknown call
 * @throws unavailable while the store is, or while the call changes all the time
 */
export async function advanceCall(
  processing: Processing,
  occasion: Occasion,
  read: ReadEvents,
): Promise<Decided | null> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    try {
      return await advanceOnce(processing, occasion, read);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw unavailable('The call is changing. Send it again.');
}
