import type { CommittedEvents } from '@pas/platform/events/committed-events';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import type { Logger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { anonymous } from '@pas/shared/principal/principal';
import type { Provider, WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import type { CallLimits } from '../calls/live-calls.ts';
import type { CallCarrier } from '../providers/telephony-b/call-carrier.ts';
import { parseJsonObject } from '../providers/read-webhook.ts';

/** A stored webhook that is being processed. */
export interface Receipt extends Omit<WebhookReceiptRow, 'raw'> {
  raw: Buffer;
}

/** What became of a receipt. IGNORED: nothing here is concerned by it. */
export type Processed = 'PROCESSED' | 'IGNORED';

/** What receipts are processed with. */
export interface Processing {
  environment: string;
  events: CommittedEvents;
  log: Logger;
  doors: DoorCommands;
  /** The first public address of the webhooks, where telephony-a fetches its instructions. */
  publicUrl: string;
  /** Gives the commands of calls to telephony-b; null where its calls are not led here. */
  carrier: CallCarrier | null;
  /** How many calls may wait for an answer at the same time. */
  limits: CallLimits;
}

/** Does what a webhook of one provider says. A repeat of it changes nothing. */
export type ProcessReceipt = (processing: Processing, receipt: Receipt) => Promise<Processed>;

const names: Readonly<Record<Provider, string>> = {
  'telephony-a': 'Telephony provider A',
  'telephony-b': 'Telephony provider B',
  payments: 'Payments provider',
  identity: 'Identity provider',
};

/** The context of the work in one tenant. The audit names the provider as the actor. */
export function receiptContext(
  processing: Processing,
  { provider }: Pick<Receipt, 'provider'>,
  tenantId: string,
): OperationContext {
  const name = names[provider];
  const ctx = workContext({ service: 'webhooks', name, ...processing }, tenantId);
  return { ...ctx, principal: { ...anonymous, kind: 'provider', name, tenantId } };
}

/** The JSON body of a receipt. It was parsed before it was stored. */
export const jsonOf = ({ raw }: Receipt): Record<string, unknown> => parseJsonObject(raw);
