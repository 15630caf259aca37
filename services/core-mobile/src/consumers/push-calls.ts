import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel, type CallLeg, type CallRow } from '@pas/shared/models/call';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { IsWanted, PushAnswer, PushMessage } from '@pas/shared/push/push-message';
import type { PushSenders } from '@pas/shared/push/push-senders';
import { startRing, type StartedRing } from '@pas/shared/push/ring-devices';
import { fill } from '@pas/shared/messages/fill';
import { chooseLanguage } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';

/** Kinds of push messages about a call: it rings, nobody answered it, or another resident answered it. */
type News = 'ringing' | 'missed' | 'answered';

/**
 * Time in seconds for which a push service keeps a message for an offline device. A phone that reconnects after the
 * call must not ring.
 */
const ttlSeconds = { ringing: 30, missed: 24 * 3600, answered: 24 * 3600 } as const satisfies Record<
  News,
  number
>;

const kinds = { ringing: 'call', missed: 'missed-call', answered: 'missed-call' } as const;

/** Reasons for which a resident gets no message about a call. Other skipped residents only lack a phone to call. */
const silences: readonly CallLeg['reason'][] = ['quiet_hours', 'ring_off'];

async function loadCall({ tenantId }: OperationContext, callId: string): Promise<CallRow | null> {
  return CallModel.findOne({ _id: callId, tenantId }).lean<CallRow>();
}

/** Builds the message for each resident, in the resident's language or else the property's. */
async function writeMessages(
  { tenantId }: OperationContext,
  { call, userIds, news }: { call: CallRow; userIds: readonly string[]; news: News },
): Promise<(userId: string) => PushMessage> {
  const { _id: id, propertyId, unitId } = call;
  const [property, unit, users] = await Promise.all([
    PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    UnitModel.findOne({ _id: unitId, tenantId }).lean<UnitRow>(),
    UserModel.find({ _id: { $in: [...userIds] }, tenantId, isLive: true }, { locale: 1 }).lean<
      Pick<UserRow, '_id' | 'locale'>[]
    >(),
  ]);
  const localeOf = new Map(users.map(({ _id, locale }) => [_id, locale]));
  const values = { property: property?.name ?? '', unit: unit?.label ?? '' };
  const data = { callId: id, propertyId: propertyId ?? '', unitId: unitId ?? '' };
  return (userId) => {
    const { title, body } = messagesIn(chooseLanguage(localeOf.get(userId), property?.locale)).push[news];
    const words = { title: fill(title, values), body: fill(body, values) };
    return { id, kind: kinds[news], ...words, data, ttlSeconds: ttlSeconds[news] };
  };
}

/** Result when no message is sent. */
const nothing: StartedRing = { rung: Promise.resolve([]) };

async function sendMessages(
  ctx: OperationContext,
  senders: PushSenders,
  about: {
    call: CallRow;
    userIds: readonly string[];
    news: News;
    /** Ends the tries of outdated messages, and takes the result of each message. */
    ringing?: { isWanted: IsWanted; onAnswer?: (answer: PushAnswer) => void };
  },
): Promise<StartedRing> {
  const { userIds, ringing } = about;
  if (userIds.length === 0) return nothing;
  const messageFor = await writeMessages(ctx, about);
  return startRing(ctx, senders, { userIds, messageFor, ...ringing });
}

/** Time in milliseconds for which a read of a call serves all its messages. */
const heldMs = 250;

/** Returns a function that reports whether a call still rings: nobody has answered, and it has not ended. Messages that ask within 250 ms share one read. */
function watchRinging({ tenantId }: OperationContext, callId: string): IsWanted {
  let [readAt, answer] = [performance.now(), Promise.resolve(true)];
  const read = async (): Promise<boolean> => {
    const filter = { _id: callId, tenantId, endedAt: null, answeredBy: null };
    return (await CallModel.findOne(filter, { _id: 1 }).lean()) !== null;
  };
  return () => {
    if (performance.now() - readAt > heldMs) [readAt, answer] = [performance.now(), read()];
    return answer;
  };
}

/**
 * Rings the devices of residents, unless the call has been answered or has ended. Drops waiting messages and retries
 * then, because a phone must not ring afterwards.
 *
 * @param ring.onAnswer is called with the result of each message
 */
export async function pushRinging(
  ctx: OperationContext,
  senders: PushSenders,
  {
    callId,
    userIds,
    onAnswer,
  }: { callId: string; userIds: readonly string[]; onAnswer?: (answer: PushAnswer) => void },
): Promise<StartedRing> {
  const call = await loadCall(ctx, callId);
  if (call === null || call.endedAt !== null || call.answeredBy !== null) return nothing;
  const ringing = { isWanted: watchRinging(ctx, callId), ...(onAnswer && { onAnswer }) };
  return sendMessages(ctx, senders, { call, userIds, news: 'ringing', ringing });
}

/** Returns residents whose devices rang and who did not answer. */
function missedBy({ legs, answeredBy }: CallRow): string[] {
  const rung = legs.filter(
    ({ status, reason, pushed }) => pushed && (status !== 'SKIPPED' || !silences.includes(reason)),
  );
  return [...new Set(rung.flatMap(({ userId }) => userId ?? []))].filter((userId) => userId !== answeredBy);
}

/** Tells residents who were rung that another one has answered. The message replaces the ringing one. */
export async function pushAnswered(
  ctx: OperationContext,
  senders: PushSenders,
  { callId }: { callId: string },
): Promise<StartedRing> {
  const call = await loadCall(ctx, callId);
  if (call === null || call.answeredBy === null) return nothing;
  return sendMessages(ctx, senders, { call, userIds: missedBy(call), news: 'answered' });
}

/** Tells residents who were rung that nobody has answered. The others of an answered call know it already. */
export async function pushMissed(
  ctx: OperationContext,
  senders: PushSenders,
  { callId }: { callId: string },
): Promise<StartedRing> {
  const call = await loadCall(ctx, callId);
  if (call === null || call.answeredBy !== null) return nothing;
  return sendMessages(ctx, senders, { call, userIds: missedBy(call), news: 'missed' });
}
