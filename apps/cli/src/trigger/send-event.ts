import { randomUUID } from 'node:crypto';
import { readConfig } from '@pas/platform/config/read-config';
import { z } from 'zod';
import { CliConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';
import type { SandboxClient } from './sandbox-client.ts';
import { showOutcome } from './show-outcome.ts';

const Sent = z.object({
  webhook: z.object({ provider: z.string(), path: z.string() }),
  answer: z.object({ status: z.int(), body: z.string(), correlationId: z.string().nullable() }),
});

type Provider = 'telephony-a' | 'telephony-b' | 'payments' | 'identity';

/** A text from a person to a virtual number. */
export interface InboundText {
  provider: 'telephony-a' | 'telephony-b';
  from: string;
  to: string;
  text: string;
}

/** The event by which a provider reports a text. */
export function writeTextEvent({ provider, from, to, text }: InboundText): object {
  const id = `SM${randomUUID().replaceAll('-', '')}`;
  if (provider === 'telephony-a') return { MessageSid: id, From: from, To: to, Body: text };
  const payload = { id, from: { phone_number: from }, to: [{ phone_number: to }], text };
  return { event_type: 'message.received', payload };
}

/** An event to send, and whose consent it may change. */
interface TriggeredEvent {
  provider: Provider;
  event: object;
  phone?: string;
}

/** What to do where the system does not take a webhook. */
function adviceFor(status: number): string {
  if (status === 401)
    return 'The signature is refused: the sandbox and the webhooks service have different secrets, or clocks that differ by minutes. Start the local system again.';
  if (status === 422) return 'The body is signed, but it does not parse.';
  if (status >= 500)
    return 'Providers send it again later. Look at the log of the webhooks service and whether MongoDB runs.';
  return 'The answer says why.';
}

/** Where the receipts of a provider are listed. */
export const receiptsHint = (provider: Provider): string =>
  `All receipts, for a platform key: GET /api/admin/webhook-receipts?provider=${provider}`;

/**
 * Has the sandbox sign and send an event of a provider, and shows what came of it, line by line.
 *
 * @returns whether the system has taken and processed it
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
  const { webhook, answer } = await sandbox.post(`/webhooks/${provider}`, event, Sent);
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
