import { commit } from '@pas/shared/change/commit';
import { setPhoneConsent } from '@pas/shared/consents/phone-consents';
import { toE164 } from '@pas/shared/contacts/phone';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { readKeyword } from './read-keyword.ts';
import { receiptContext, type Processed, type Processing, type Receipt } from './receipt.ts';

/** A text that a person has sent. */
export interface InboundText {
  from: string;
  to: string;
  text: string;
}

async function findTenant(number: string | null): Promise<string | null> {
  if (number === null) return null;
  const row = await VirtualNumberModel.findOne({ number, isInService: true }, { tenantId: 1 })
    .setOptions({ crossTenant: 'number-in-service' })
    .lean<Pick<VirtualNumberRow, 'tenantId'>>();
  return row?.tenantId ?? null;
}

/**
 * Honours STOP and START. The consent is of the phone, for all senders. The audit of the tenant whose number it was sent
 * to has the record; a number that all tenants share belongs to none. Every other text is ignored.
 */
export async function noteKeyword(
  processing: Processing,
  receipt: Receipt,
  { from, to, text }: InboundText,
): Promise<Processed> {
  const keyword = readKeyword(text);
  const phone = toE164(from, null);
  // telephony-a gets the answer to HELP in the same request, and telephony-b by a text.
  if (keyword === 'HELP') return 'PROCESSED';
  if (keyword === null || phone === null) return 'IGNORED';
  const state = keyword === 'STOP' ? 'OPTED_OUT' : 'OPTED_IN';
  const tenantId = await findTenant(toE164(to, null));
  if (tenantId === null) {
    const update = { $set: { state, source: 'KEYWORD', updatedAt: new Date() } } as const;
    await PhoneConsentModel.updateOne({ _id: phone }, update, { upsert: true });
    return 'PROCESSED';
  }
  const ctx = receiptContext(processing, receipt, tenantId);
  await commit(ctx, async (change) => setPhoneConsent(ctx, change, { phone, state, source: 'KEYWORD' }));
  return 'PROCESSED';
}
