import { z } from 'zod';
import { helpText } from '../../processing/help-text.ts';
import { moveMessage, type MessageReport } from '../../processing/move-message.ts';
import { applyKeyword, type InboundText } from '../../processing/apply-keyword.ts';
import { recordInboundText } from '../../processing/record-inbound-text.ts';
import { CallEventOfB } from './call-event.schema.ts';
import { processCallOfB } from './process-call.ts';
import {
  jsonOf,
  type ReceiptOutcome,
  type ProcessingDependencies,
  type ProcessReceipt,
  type Receipt,
} from '../../processing/receipt.ts';

/** A number, alone or with the status of the text. */
const Contact = z.union([
  z.object({ phone_number: z.string(), status: z.string().optional() }),
  z.string().transform((number) => ({ phone_number: number, status: undefined })),
]);

const Event = z.object({
  data: z.object({
    event_type: z.string(),
    // A text with an unreadable time counts as sent at its arrival.
    occurred_at: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional()
      .catch(undefined),
    payload: z.object({
      id: z.string().max(128).optional(),
      from: Contact.optional(),
      to: z.union([z.array(Contact), Contact.transform((contact) => [contact])]).default([]),
      text: z.string().optional(),
      errors: z.array(z.object({ code: z.coerce.string() })).default([]),
    }),
  }),
});

const moves: ReadonlyMap<string, MessageReport['name']> = new Map(
  Object.entries<MessageReport['name']>({
    delivered: 'deliver',
    delivery_failed: 'bounce',
    sending_failed: 'reject',
  }),
);

type Payload = z.output<typeof Event>['data']['payload'];

/** Reads the final status of a text; null for an unknown one. */
function readReport({ id: messageId, to: [recipient], errors: [error] }: Payload): MessageReport | null {
  const name = moves.get(recipient?.status ?? '');
  if (messageId === undefined || name === undefined) return null;
  return {
    messageId,
    name,
    error: name === 'deliver' ? null : `carrier_${error?.code.slice(0, 32) ?? 'failed'}`,
  };
}

function readText({ from, to: [recipient], text }: Payload, sentAt: Date | undefined): InboundText | null {
  if (!from || !recipient || text === undefined) return null;
  return { from: from.phone_number, to: recipient.phone_number, text, sentAt };
}

/**
 * Replies to a text once. The provider sends one text for one key.
 *
 * @throws RetryLater while the provider is unavailable
 */
async function reply(
  { carrier }: ProcessingDependencies,
  { _id: key }: Receipt,
  { text: { from, to }, help: text }: { text: InboundText; help: string },
): Promise<ReceiptOutcome> {
  if (carrier === null) return 'IGNORED';
  await carrier.sendText({ from: to, to: from, text }, key);
  return 'PROCESSED';
}

/** Applies an event of telephony-b: the delivery of a text, a keyword, or a step of a call. */
export const processTelephonyB: ProcessReceipt = async (processing, receipt) => {
  const json = jsonOf(receipt);
  const { data: ofCall } = CallEventOfB.safeParse(json);
  if (ofCall) {
    const { event_type: callType, payload: ofParty } = ofCall.data;
    return processCallOfB(processing, receipt, { type: callType, payload: ofParty });
  }
  const { data: event } = Event.safeParse(json);
  if (!event) return 'IGNORED';
  const { event_type: type, payload, occurred_at: sentAt } = event.data;
  const report = type === 'message.finalized' ? readReport(payload) : null;
  if (report) return moveMessage(processing, receipt, report);
  const text = type === 'message.received' ? readText(payload, sentAt) : null;
  if (!text) return 'IGNORED';
  await recordInboundText(text.to, receipt.createdAt);
  const help = helpText(text);
  return help === null ? applyKeyword(processing, receipt, text) : reply(processing, receipt, { text, help });
};
