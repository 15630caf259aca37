import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxClient } from './sandbox-client.ts';

const Sent = z.object({
  webhook: z.object({ provider: z.string(), path: z.string() }),
  answer: z.object({ status: z.int(), body: z.string() }),
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

/**
 * Has the sandbox sign and send an event of a provider, and shows the answer.
 *
 * @returns whether the system has accepted it
 */
export async function sendEvent(
  sandbox: SandboxClient,
  { provider, event }: { provider: Provider; event: object },
  print: (line: string) => void,
): Promise<boolean> {
  const { webhook, answer } = await sandbox.post(`/webhooks/${provider}`, event, Sent);
  print(`POST ${webhook.path} → ${answer.status} ${answer.body}`.trimEnd());
  return answer.status < 300;
}
