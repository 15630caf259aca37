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
}

/**
 * Notes within a change whether texts may be sent to a phone, and records it in the audit of the tenant whose message it
 * was about. A state that is stored already is not recorded again. The audit shows the end of the number only.
 *
 * @returns whether the state has changed
 */
export async function setPhoneConsent(
  { now }: OperationContext,
  change: Change,
  { phone, state, source }: Consent,
): Promise<boolean> {
  const before = await PhoneConsentModel.findOneAndUpdate(
    { _id: phone },
    { $set: { state, source, updatedAt: now } },
    { session: change.session, upsert: true, returnDocument: 'before' },
  ).lean<PhoneConsentRow>();
  if ((before?.state ?? 'OPTED_IN') === state) return false;
  change.record({
    action: state === 'OPTED_OUT' ? 'phone.opted_out' : 'phone.opted_in',
    targets: [{ type: 'phone', id: `…${phone.slice(-2)}` }],
    propertyIds: [],
  });
  return true;
}
