import { unavailable } from '@pas/shared/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel } from '@pas/shared/models/call';
import { receiptContext, type ProcessingDependencies } from '../processing/receipt.ts';
import { providerNames, type CallEventRef } from './call-event-ref.ts';
import type { CallEvent } from './call-event.ts';
import { decide, isStepOver } from './call-flow.ts';
import type { CallFacts } from './end-call.ts';
import { findFacts } from './find-facts.ts';
import type { Command, CallDecision, LedCall } from './led-call.ts';
import { releaseCallSlot } from './live-calls.ts';
import { storeVerdict, type DoorVerdict } from './open-door.ts';
import { publishUnreachable } from './publish-unreachable.ts';
import { isNews, isShownChange, publishCall } from './save-call.ts';

/** The meaning of a provider event for a known call. */
export interface EventReading {
  events: CallEvent[];
  /** The decision about the door; null if the event is not a request for it. */
  verdict: DoorVerdict | null;
  /** Whether the end of all ringing starts the next step. telephony-a reports the end itself. */
  endsSteps?: boolean;
}

/** Reads an event of a provider. It may query the database, and does not change the call. */
export type ReadEvents = (ctx: OperationContext, call: LedCall) => Promise<EventReading>;

/** Finds a call by our id or the provider's id; null for an unknown call. */
export async function findCall({
  provider: name,
  providerCallId,
  callId = null,
}: Pick<CallEventRef, 'provider' | 'providerCallId' | 'callId'>): Promise<LedCall | null> {
  const provider = providerNames[name];
  const [filter, crossTenant] =
    callId === null
      ? [{ provider, providerCallId }, 'call-by-provider']
      : [{ _id: callId, provider }, 'call-by-id'];
  const call = await CallModel.findOne(filter).setOptions({ crossTenant }).lean<LedCall>();
  return call?.flow ? call : null;
}

/** Returns the decision of an earlier delivery of the same event; null for a new event. */
export function repeatOf(call: LedCall, key: string): CallDecision | null {
  const known = call.flow.steps.find((step) => step.key === key);
  return known ? { call, commands: known.commands as Command[] } : null;
}

/** Another event has changed the call since it was read, so the decision is void. */
export class ChangedMeanwhile extends Error {}

/** Maximum number of attempts to decide an event. A call has few events. */
const maxTries = 8;

/** Decides events one after the other. */
function decideAll(
  call: LedCall,
  { events, endsSteps = false }: EventReading,
  facts: CallFacts,
): CallDecision {
  let decided: CallDecision = { call, commands: [] };
  const apply = (event: CallEvent): void => {
    const next = decide(decided.call, event, facts);
    decided = { call: next.call, commands: [...decided.commands, ...next.commands] };
  };
  events.forEach(apply);
  const { step } = decided.call.flow;
  if (endsSteps && isStepOver(decided.call)) apply({ kind: 'step_ended', step, status: 'NO_ANSWER' });
  return decided;
}

/** Builds the row after a decision. An event without commands stores no step, because its repeat changes nothing. */
export function rowAfter(
  before: LedCall,
  { call, commands }: CallDecision,
  eventRef: { key: string; at: Date },
): LedCall {
  const { revision, steps } = before.flow;
  const isShown = isShownChange(before, call);
  const stepsAfter = commands.length === 0 ? steps : [...steps, { key: eventRef.key, commands }];
  return {
    ...call,
    flow: { ...call.flow, revision: revision + 1, steps: stepsAfter },
    version: before.version + (isShown ? 1 : 0),
    updatedAt: isShown ? eventRef.at : before.updatedAt,
  };
}

/** Returns the fields that a decision has changed. */
const changedFields = (before: LedCall, after: LedCall) =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof LedCall]),
  );

/**
 * Stores a call after a decision. It bypasses mongoose, whose casting of the whole row costs more than the statement.
 *
 * @throws ChangedMeanwhile if the stored call has another revision
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

/** Stores a decision. Events and the door need a transaction; without them one write suffices. */
async function save(
  ctx: OperationContext,
  processing: ProcessingDependencies,
  { before, after, verdict }: { before: LedCall; after: LedCall; verdict: DoorVerdict | null },
): Promise<void> {
  if (verdict === null && !isNews(before, after)) return replaceCall(before, after);
  return commit(ctx, async (change) => {
    await replaceCall(before, after, change);
    publishCall(change, before, after);
    await publishUnreachable(change, before, after);
    if (verdict) await storeVerdict(ctx, change, { doors: processing.doors, verdict });
  });
}

/** Decides an event of a call, and stores the decision. */
async function decideAndSave(
  processing: ProcessingDependencies,
  { call, eventRef }: { call: LedCall; eventRef: CallEventRef },
  read: ReadEvents,
): Promise<CallDecision> {
  const ctx = receiptContext(processing, eventRef, call.tenantId);
  const reading = await read(ctx, call);
  const decided = decideAll(call, reading, await findFacts(call, ctx.now));
  const isChanged = decided.call !== call || decided.commands.length > 0;
  if (isChanged) {
    const after = rowAfter(call, decided, { key: eventRef.key, at: ctx.now });
    await save(ctx, processing, { before: call, after, verdict: reading.verdict });
    return { call: after, commands: decided.commands };
  }
  return decided;
}

async function advanceOnce(
  processing: ProcessingDependencies,
  eventRef: CallEventRef,
  read: ReadEvents,
): Promise<CallDecision | null> {
  const call = await findCall(eventRef);
  if (!call) return null;
  const repeat = repeatOf(call, eventRef.key);
  if (repeat) return repeat;
  try {
    return await decideAndSave(processing, { call, eventRef }, read);
  } finally {
    releaseCallSlot(call);
  }
}

/**
 * Applies a provider event to a call, idempotently. A repeat returns the first decision.
 *
 * @returns null for an unknown call
 * @throws unavailable while the database is unavailable, or after too many concurrent changes
 */
export async function advanceCall(
  processing: ProcessingDependencies,
  eventRef: CallEventRef,
  read: ReadEvents,
): Promise<CallDecision | null> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    try {
      return await advanceOnce(processing, eventRef, read);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw unavailable('The call is changing. Send it again.');
}
