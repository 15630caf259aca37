import { z } from 'zod';
import { moveMessage, type MessageReport } from '../../processing/move-message.ts';
import { noteKeyword, type InboundText } from '../../processing/note-keyword.ts';
import { CallEventOfB } from './call-event.schema.ts';
import { processCallOfB } from './process-call.ts';
import { jsonOf, type ProcessReceipt } from '../../processing/receipt.ts';

const Contact = z.object({ phone_number: z.string(), status: z.string().optional() });

const Event = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      id: z.string().max(128).optional(),
      from: Contact.optional(),
      to: z.array(Contact).default([]),
      text: z.string().optional(),
      errors: z.array(z.object({ code: z.coerce.string() })).default([]),
    }),
  }),
});

const moves: Readonly<Partial<Record<string, MessageReport['name']>>> = {
  delivered: 'deliver',
  delivery_failed: 'bounce',
  sending_failed: 'reject',
};

type Payload = z.output<typeof Event>['data']['payload'];

/** Reads what the end of a text's way says; null for an end that is no news. */
function readReport({ id: messageId, to: [recipient], errors: [error] }: Payload): MessageReport | null {
  const name = moves[recipient?.status ?? ''];
  if (messageId === undefined || name === undefined) return null;
  return {
    messageId,
    name,
    error: name === 'deliver' ? null : `carrier_${error?.code.slice(0, 32) ?? 'failed'}`,
  };
}

function readText({ from, to: [recipient], text }: Payload): InboundText | null {
  if (!from || !recipient || text === undefined) return null;
  return { from: from.phone_number, to: recipient.phone_number, text };
}

/** Does what an event of telephony-b says: of a text its delivery, or a keyword of a person; of a call its next step. */
export const processTelephonyB: ProcessReceipt = async (processing, receipt) => {
  const json = jsonOf(receipt);
  const { data: ofCall } = CallEventOfB.safeParse(json);
  if (ofCall) {
    const { event_type: callType, payload: ofParty } = ofCall.data;
    return processCallOfB(processing, receipt, { type: callType, payload: ofParty });
  }
  const { data: event } = Event.safeParse(json);
  if (!event) return 'IGNORED';
  const { event_type: type, payload } = event.data;
  const report = type === 'message.finalized' ? readReport(payload) : null;
  if (report) return moveMessage(processing, receipt, report);
  const text = type === 'message.received' ? readText(payload) : null;
  return text ? noteKeyword(processing, receipt, text) : 'IGNORED';
};
