import { z } from 'zod';
import { MessageDelayed } from '../carrier-errors.ts';
import { callCarrier } from './call-carrier.ts';
import type { TextCarrier } from './text-carrier.ts';

/** The account at telephony-a that texts are sent from. */
export interface TelephonyASettings {
  /** The base of the REST API with its version, without a trailing slash. */
  apiUrl: string;
  accountId: string;
  apiSecret: string;
  /** E.164. */
  from: string;
  /** Address for delivery receipts; null to request none. */
  receiptsUrl: string | null;
}

/** The provider's error codes that concern the recipient's number. */
const refusals: Readonly<Record<number, 'invalid_number' | 'opted_out'>> = {
  21211: 'invalid_number',
  21214: 'invalid_number',
  21217: 'invalid_number',
  21610: 'opted_out',
  21614: 'invalid_number',
};

const Refusal = z.object({ code: z.number() });
const Accepted = z.object({ sid: z.string().min(1).max(128) });

/** Creates the client of telephony-a: forms with basic authentication. */
export function createTelephonyA(settings: TelephonyASettings): TextCarrier {
  const { apiUrl, accountId, apiSecret, receiptsUrl } = settings;
  const authorization = `Basic ${Buffer.from(`${accountId}:${apiSecret}`).toString('base64')}`;
  return {
    async send({ id, to, text, from = settings.from }) {
      const form = new URLSearchParams({ To: to, From: from, Body: text });
      if (receiptsUrl !== null) form.set('StatusCallback', `${receiptsUrl}/telephony-a/messages/status`);
      const request = {
        url: `${apiUrl}/Accounts/${encodeURIComponent(accountId)}/Messages.json`,
        authorization,
        contentType: 'application/x-www-form-urlencoded',
        body: form.toString(),
        idempotencyKey: id,
      };
      const answer = await callCarrier(request, (refused) => {
        const { data } = Refusal.safeParse(refused);
        return data ? (refusals[data.code] ?? null) : null;
      });
      const { data } = Accepted.safeParse(answer);
      if (!data)
        throw new MessageDelayed('carrier_unavailable', 'telephony-a answered without a message id.');
      return data.sid;
    },
  };
}
