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

/** A stored webhook in processing. */
export interface Receipt extends Omit<WebhookReceiptRow, 'raw'> {
  raw: Buffer;
}

/** The outcome of a receipt. IGNORED: it affects nothing here. */
export type ReceiptOutcome = 'PROCESSED' | 'IGNORED';

/** Dependencies of the processing of receipts. */
export interface ProcessingDependencies {
  environment: string;
  events: CommittedEvents;
  log: Logger;
  doors: DoorCommands;
  /** The first public address of the webhooks, from which telephony-a fetches its instructions. */
  publicUrl: string;
  /** The client for call commands of telephony-b; null if this service does not control its calls. */
  carrier: CallCarrier | null;
  /** The limits of calls that wait for an answer. */
  limits: CallLimits;
}

/** Applies a webhook of one provider. A repeat changes nothing. */
export type ProcessReceipt = (
  processing: ProcessingDependencies,
  receipt: Receipt,
) => Promise<ReceiptOutcome>;

const names: Readonly<Record<Provider, string>> = {
  'telephony-a': 'Telephony provider A',
  'telephony-b': 'Telephony provider B',
  payments: 'Payments provider',
  identity: 'Identity provider',
};

/** Makes the context of work in one tenant. The audit names the provider as the actor. */
export function receiptContext(
  processing: ProcessingDependencies,
  { provider }: Pick<Receipt, 'provider'>,
  tenantId: string,
): OperationContext {
  const name = names[provider];
  const ctx = workContext({ service: 'webhooks', name, ...processing }, tenantId);
  return { ...ctx, principal: { ...anonymous, kind: 'provider', name, tenantId } };
}

/** Parses the JSON body of a receipt, which was checked before it was stored. */
export const jsonOf = ({ raw }: Receipt): Record<string, unknown> => parseJsonObject(raw);
