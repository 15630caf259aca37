import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { PhoneConsentModel, type PhoneConsentRow } from '../models/phone-consent.ts';

/** Whether the person behind a phone (E.164) has refused texts. */
export async function hasOptedOut(phone: string): Promise<boolean> {
  return (await PhoneConsentModel.exists({ _id: phone, state: 'OPTED_OUT' })) !== null;
}

interface Consent extends Pick<PhoneConsentRow, 'state' | 'source'> {
  /** E.164. */
  phone: string;
  /** The possible error of `at`, in milliseconds. Default 0. */
  skewMs?: number;
  /** Time of the statement of the person or carrier. Default: now. */
  at?: Date;
}

/** Returns the latest time of a stored state that a statement replaces. In doubt, a refusal counts. */
const replacedUntil = ({ state, at, skewMs }: Required<Pick<Consent, 'state' | 'at' | 'skewMs'>>): Date =>
  state === 'OPTED_OUT' ? new Date(at.getTime() + skewMs) : at;

/**
 * Stores, within a change, whether texts may be sent to a phone. The audit of the message's tenant records it. An
 * unchanged state is not recorded again. A statement older than the stored state changes nothing, because texts may
 * arrive late and out of order. The audit shows only the last two digits of the number.
 *
 * @returns whether the state has changed
 */
export async function setPhoneConsent(
  { now }: OperationContext,
  change: Change,
  { phone, state, source, at = now, skewMs = 0 }: Consent,
): Promise<boolean> {
  const { session } = change;
  const before = await PhoneConsentModel.findById(phone).session(session).lean<PhoneConsentRow>();
  if (before && before.updatedAt > replacedUntil({ state, at, skewMs })) return false;
  const update = { $set: { state, source }, $max: { updatedAt: at } };
  await PhoneConsentModel.updateOne({ _id: phone }, update, { session, upsert: true });
  if ((before?.state ?? 'OPTED_IN') === state) return false;
  change.record({
    action: state === 'OPTED_OUT' ? 'phone.opted_out' : 'phone.opted_in',
    targets: [{ type: 'phone', id: `…${phone.slice(-2)}` }],
    propertyIds: [],
  });
  return true;
}

/**
 * Stores whether texts may be sent to a phone, for a text to a number shared by all tenants. As in `setPhoneConsent`,
 * an older statement changes nothing.
 */
export async function setSharedConsent({
  phone,
  at,
  skewMs,
  ...statement
}: Required<Consent>): Promise<void> {
  const earlier = { _id: phone, updatedAt: { $lte: replacedUntil({ ...statement, at, skewMs }) } };
  const update = { $set: statement, $max: { updatedAt: at } };
  const write = async (): Promise<void> => {
    const { matchedCount } = await PhoneConsentModel.updateOne(earlier, update);
    if (matchedCount > 0 || (await PhoneConsentModel.exists({ _id: phone }))) return;
    await PhoneConsentModel.insertMany([{ _id: phone, ...statement, updatedAt: at }]);
  };
  // A concurrent text of the phone may insert the row between the read and the insert.
  await retryOnDuplicate(['_id_'], write);
}
