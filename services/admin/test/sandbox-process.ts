import { startSandboxProcess, type SandboxProcess } from '@pas/testing/sandbox-process';

/** The credentials that the sandbox accepts. */
export const telephony = {
  accountId: 'AC-test',
  apiSecret: 'secret-of-telephony-a',
  apiKey: 'key-of-telephony-b',
};

/** A mail server and two telephony providers in a separate process. */
export interface TestCarriers extends Pick<SandboxProcess, 'sandboxUrl' | 'mailboxUrl' | 'smtpUrl' | 'stop'> {
  /** The arrived mails or texts, newest first. */
  arrived(
    channel: 'EMAIL' | 'SMS',
    to: string,
  ): Promise<{ text: string; html?: string; subject?: string; at: string; id: string }[]>;
  /** Configures how the mailbox or the providers treat a contact. */
  treat(channel: 'EMAIL' | 'SMS', behaviour: object): Promise<void>;
}

/** Starts the sandbox on free ports. */
export async function startCarriers(): Promise<TestCarriers> {
  const sandbox = await startSandboxProcess(() => ({
    TELEPHONY_A_ACCOUNT_ID: telephony.accountId,
    TELEPHONY_A_API_SECRET: telephony.apiSecret,
    TELEPHONY_B_API_KEY: telephony.apiKey,
  }));
  const { sandboxUrl, mailboxUrl } = sandbox;
  const headers = { 'content-type': 'application/json' };
  return {
    ...sandbox,
    async arrived(channel, to) {
      const list = channel === 'EMAIL' ? `${mailboxUrl}/api/messages` : `${sandboxUrl}/telephony/messages`;
      const response = await fetch(`${list}?to=${encodeURIComponent(to)}`);
      return ((await response.json()) as { messages: { text: string; at: string; id: string }[] }).messages;
    },
    async treat(channel, behaviour) {
      const url = channel === 'EMAIL' ? `${mailboxUrl}/api/behaviour` : `${sandboxUrl}/telephony/behaviour`;
      const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(behaviour) });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}
