import { randomUUID } from 'node:crypto';
import { readConfig } from '@pas/platform/config/read-config';
import { z } from 'zod';
import { CliConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';
import type { SandboxClient } from './sandbox-client.ts';
import { showOutcome } from './show-outcome.ts';

const SendAnswer = z.object({
  webhook: z.object({ provider: z.string(), path: z.string() }),
  answer: z.object({ status: z.int(), body: z.string(), correlationId: z.string().nullable() }),
});

type Provider = 'telephony-a' | 'telephony-b' | 'payments' | 'identity';

/** A text message from a person to a virtual number. */
export interface InboundText {
  provider: 'telephony-a' | 'telephony-b';
  from: string;
  to: string;
  text: string;
}

/** Returns the event with which a provider reports a text message. */
export function writeTextEvent({ provider, from, to, text }: InboundText): object {
  const id = `SM${randomUUID().replaceAll('-', '')}`;
  if (provider === 'telephony-a') return { MessageSid: id, From: from, To: to, Body: text };
  const payload = { id, from: { phone_number: from }, to: [{ phone_number: to }], text };
  return { event_type: 'message.received', payload };
}

/** An event to send, with the phone number for which it may change the consent. */
interface TriggeredEvent {
  provider: Provider;
  event: object;
  phone?: string;
}

/** Returns advice for a webhook that the system refused. */
function adviceFor(status: number): string {
  if (status === 401)
    return 'The signature is refused: secrets or clocks of the sandbox and the webhooks service differ. Restart the local system.';
  if (status === 422) return 'The body is signed, but it does not parse.';
  if (status >= 500)
    return 'Providers retry it later. Check the log of the webhooks service, and whether MongoDB runs.';
  return 'The answer states the reason.';
}

/** Returns the request that lists the receipts of a provider. */
export const receiptsHint = (provider: Provider): string =>
  `All receipts, for a platform key: GET /api/admin/webhook-receipts?provider=${provider}`;

/**
 * Sends an event of a provider through the sandbox, which signs it, and prints the outcome line by line.
 *
 * @returns whether the system accepted and processed the event
 */
export async function sendEvent(
  sandbox: SandboxClient,
  { provider, event, phone }: TriggeredEvent,
  {
    print,
    environment,
  }: { print: (line: string) => void; environment: Readonly<Record<string, string | undefined>> },
): Promise<boolean> {
  const sentAt = new Date();
  const { webhook, answer } = await sandbox.post(`/webhooks/${provider}`, event, SendAnswer);
  const { status, body, correlationId } = answer;
  print(`POST ${webhook.path} → ${status} ${body}`.trimEnd());
  if (status >= 300) {
    print(adviceFor(status));
    return false;
  }
  const sent = { provider, correlationId: correlationId ?? '', sentAt, phone: phone ?? null };
  const isFine = await withDatabases(readConfig(CliConfig, environment), () => showOutcome(sent, print));
  print(receiptsHint(provider));
  return isFine;
}
