import { waitUntil } from '@pas/testing/wait-until';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** When it was accepted, ISO 8601. */
  at: string;
}

/** All mails that have arrived for an address, the newest first. */
export async function mailsTo(mailboxUrl: string, address: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { messages: Mail[] }).messages;
}

/** Waits for a first mail to an address. */
export async function receiveMail(mailboxUrl: string, address: string): Promise<Mail> {
  return waitUntil(async () => (await mailsTo(mailboxUrl, address))[0], {
    what: `a mail to ${address}`,
    timeoutMs: 20_000,
    everyMs: 50,
  });
}

/** The link to an invite's page, as a person finds it in the mail. */
export function linkIn({ text }: Mail): string {
  const [link] = /https?:\/\/\S+\/join\/[\w-]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`There is no link in the mail:\n${text}`);
  return link;
}
