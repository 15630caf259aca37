import { z } from 'zod';
import { MessageDelayed } from '../carrier-errors.ts';
import { callCarrier } from './call-carrier.ts';
import type { TextCarrier } from './text-carrier.ts';

/** The account at telephony-b that texts are sent from. */
export interface TelephonyBSettings {
  /** The base of the REST API with its version, without a trailing slash. */
  apiUrl: string;
  apiKey: string;
  /** E.164. */
  from: string;
  /** Address for delivery receipts; null to request none. */
  receiptsUrl: string | null;
}

/** The provider's error codes that concern the recipient's number. */
const refusals: Readonly<Record<string, 'invalid_number' | 'opted_out'>> = {
  '10002': 'invalid_number',
  '40001': 'invalid_number',
  '40300': 'opted_out',
  '40310': 'invalid_number',
};

const Refusal = z.object({ errors: z.array(z.object({ code: z.coerce.string() })).min(1) });
const Accepted = z.object({ data: z.object({ id: z.string().min(1).max(128) }) });

/** Creates the client of telephony-b: JSON with a bearer key. */
export function createTelephonyB(settings: TelephonyBSettings): TextCarrier {
  const { apiUrl, apiKey, receiptsUrl } = settings;
  return {
    async send({ id, to, text, from = settings.from }) {
      const receipts = receiptsUrl === null ? {} : { webhook_url: `${receiptsUrl}/telephony-b/events` };
      const request = {
        url: `${apiUrl}/messages`,
        authorization: `Bearer ${apiKey}`,
        contentType: 'application/json',
        body: JSON.stringify({ from, to, text, ...receipts }),
        idempotencyKey: id,
      };
      const answer = await callCarrier(request, (refused) => {
        const { data } = Refusal.safeParse(refused);
        return data?.errors.map(({ code }) => refusals[code]).find((reason) => reason !== undefined) ?? null;
      });
      const { data } = Accepted.safeParse(answer);
      if (!data)
        throw new MessageDelayed('carrier_unavailable', 'telephony-b answered without a message id.');
      return data.data.id;
    },
  };
}
