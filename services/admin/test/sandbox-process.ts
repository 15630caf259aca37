import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess, killOnExit } from '@pas/testing/end-process';

const program = resolve(import.meta.dirname, '../../../sandbox/src/main.ts');

/** The credentials that the sandbox knows. */
export const telephony = {
  accountId: 'AC-test',
  apiSecret: 'secret-of-telephony-a',
  apiKey: 'key-of-telephony-b',
};

interface Urls {
  sandboxUrl: string;
  mailboxUrl: string;
  smtpUrl: string;
}

/** A mail server and two telephony providers, outside of the test's own process. */
export interface TestCarriers extends Urls {
  /** The mails or texts that have arrived, the newest first. */
  arrived(
    channel: 'EMAIL' | 'SMS',
    to: string,
  ): Promise<{ text: string; html?: string; subject?: string; at: string; id: string }[]>;
  /** Tells the mailbox or the providers how to treat a contact. */
  treat(channel: 'EMAIL' | 'SMS', behaviour: object): Promise<void>;
  stop(): Promise<void>;
}

/** Reads the sandbox's log until it says that it is ready, and where. */
async function readUrls(output: NodeJS.ReadableStream): Promise<Urls> {
  for await (const line of createInterface(output)) {
    const said = JSON.parse(line) as Urls & { msg: string };
    if (said.msg === 'ready') return said;
  }
  throw new Error('The sandbox ended before it was ready.');
}

/** Starts the sandbox on free ports. */
export async function startCarriers(): Promise<TestCarriers> {
  const dir = await mkdtemp(join(tmpdir(), 'admin-carriers-'));
  const env = {
    PATH: process.env['PATH'],
    SANDBOX_PORT: '0',
    MAILBOX_PORT: '0',
    SMTP_PORT: '0',
    IDENTITY_PORT: '0',
    PORTAL_URLS: 'http://portal.test',
    OPERATOR_CLIENT_SECRET: 'operator-secret',
    OPERATOR_REDIRECT_URIS: 'http://127.0.0.1:9/callback',
    IDENTITY_API_SECRET: 'identity-api-secret',
    TELEPHONY_A_ACCOUNT_ID: telephony.accountId,
    TELEPHONY_A_API_SECRET: telephony.apiSecret,
    TELEPHONY_B_API_KEY: telephony.apiKey,
    SANDBOX_DATA_DIR: dir,
  };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid as number;
  const forget = killOnExit(pid);
  const urls = await readUrls(child.stdout);
  child.stdout.resume();
  const { sandboxUrl, mailboxUrl } = urls;
  const headers = { 'content-type': 'application/json' };
  return {
    ...urls,
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
    async stop() {
      await endProcess(pid);
      forget();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
