import { clockToleranceMs } from '@pas/shared/context/clock-tolerance';
import { commit } from '@pas/shared/change/commit';
import { setPhoneConsent, setSharedConsent } from '@pas/shared/consents/phone-consents';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { readKeyword } from './read-keyword.ts';
import { receiptContext, type ReceiptOutcome, type ProcessingDependencies, type Receipt } from './receipt.ts';
import { readProviderNumber } from '../calls/read-provider-number.ts';

/** A text from a person. */
export interface InboundText {
  from: string;
  to: string;
  text: string;
  /** When the provider received it; undefined if unknown. */
  sentAt?: Date | undefined;
}

async function findTenant(number: string | null): Promise<string | null> {
  if (number === null) return null;
  const row = await VirtualNumberModel.findOne({ number, isInService: true }, { tenantId: 1 })
    .setOptions({ crossTenant: 'number-in-service' })
    .lean<Pick<VirtualNumberRow, 'tenantId'>>();
  return row?.tenantId ?? null;
}

/**
 * Returns the time of the text: that of the provider, but no later than the arrival here. Each replica records arrivals
 * by its own clock.
 */
const timeOf = ({ createdAt }: Receipt, { sentAt = createdAt }: InboundText) =>
  sentAt < createdAt ? { at: sentAt, skewMs: 0 } : { at: createdAt, skewMs: clockToleranceMs };

/**
 * Applies STOP and START to the consent of a phone. The consent is valid for all senders. The audit of the number's
 * tenant has the record. A number that all tenants share has no audit. The latest text counts, in any order of
 * processing. STOP counts if two texts arrived within a minute at different replicas. Every other text is ignored.
 */
export async function applyKeyword(
  processing: ProcessingDependencies,
  receipt: Receipt,
  message: InboundText,
): Promise<ReceiptOutcome> {
  const { from, to, text } = message;
  const keyword = readKeyword(text);
  const phone = readProviderNumber(from);
  // HELP is answered elsewhere: for telephony-a in the same request, for telephony-b by a text.
  if (keyword === 'HELP') return 'PROCESSED';
  if (keyword === null || phone === null) return 'IGNORED';
  const state = keyword === 'STOP' ? 'OPTED_OUT' : 'OPTED_IN';
  const tenantId = await findTenant(readProviderNumber(to));
  const consent = { phone, state, source: 'KEYWORD', ...timeOf(receipt, message) } as const;
  if (tenantId === null) {
    await setSharedConsent(consent);
    return 'PROCESSED';
  }
  const ctx = receiptContext(processing, receipt, tenantId);
  await commit(ctx, async (change) => setPhoneConsent(ctx, change, consent));
  return 'PROCESSED';
}
