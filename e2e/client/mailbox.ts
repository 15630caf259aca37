import { waitUntil } from '@pas/testing/wait-until';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Time of acceptance, ISO 8601. */
  at: string;
}

/** Reads all mails to an address, the newest first. */
export async function mailsTo(mailboxUrl: string, address: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { messages: Mail[] }).messages;
}

/** Waits for a first mail to an address. */
export async function receiveMail(mailboxUrl: string, address: string): Promise<Mail> {
  return waitUntil(async () => (await mailsTo(mailboxUrl, address))[0], {
    what: `a mail to ${address}`,
    everyMs: 50,
  });
}

/** Returns the link to the invite's page in a mail. */
export function linkIn({ text }: Mail): string {
  const [link] = /https?:\/\/\S+\/join\/[\w-]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`The mail has no link:\n${text}`);
  return link;
}
