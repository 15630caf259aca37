import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sendJson } from '../testing/run-sandbox.ts';
import { startMailbox } from './start-mailbox.ts';
import type { Mailbox } from './start-mailbox.ts';

const Messages = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});

const reports: unknown[] = [];
let mailbox: Mailbox;
const dataDir = mkdtempSync(join(tmpdir(), 'mailbox-'));

async function start(): Promise<void> {
  const ports = { host: '127.0.0.1', smtpPort: 0, mailboxPort: 0, dataDir };
  mailbox = await startMailbox(ports, (error) => reports.push(error));
}

beforeAll(start);
afterAll(async () => {
  await mailbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  await fetch(`${mailbox.mailboxUrl}/api/messages`, { method: 'DELETE' });
  await behave({ behaviour: 'accept' });
});

async function send(mail: { to: string | string[]; subject?: string; text?: string; html?: string }) {
  const transport = createTransport(mailbox.smtpUrl);
  return transport.sendMail({ from: 'desk@maple.test', ...mail }).finally(() => transport.close());
}

async function received(to?: string) {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const response = await fetch(`${mailbox.mailboxUrl}/api/messages${query}`);
  return Messages.parse(await response.json()).messages;
}

function behave(rule: object) {
  return sendJson('PUT', `${mailbox.mailboxUrl}/api/behaviour`, rule);
}

async function page(path: string) {
  const response = await fetch(`${mailbox.mailboxUrl}${path}`);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

describe('a mail over SMTP', () => {
  it('survives a restart, and is removed permanently when the mailbox is emptied', async () => {
    await send({ to: 'rosa@maple.test', subject: 'Kept', text: 'hello' });
    const before = await received();
    await mailbox.stop();
    await start();
    expect(await received()).toEqual(before);
    await fetch(`${mailbox.mailboxUrl}/api/messages`, { method: 'DELETE' });
    await mailbox.stop();
    await start();
    expect(await received()).toEqual([]);
  });

  it('is listed decoded, with links longer than a line unbroken', async () => {
    const link = `http://portal.test/join/${'aB3_-'.repeat(40)}`;
    await send({
      to: 'Rosa@maple.test',
      subject: 'Willkommen, Frau Grün ✓',
      text: `Öffnen: ${link}`,
      html: `<a href="${link}">go</a>`,
    });
    const [message] = await received('rosa@maple.test');
    expect(message).toMatchObject({
      from: 'desk@maple.test',
      to: 'Rosa@maple.test',
      subject: 'Willkommen, Frau Grün ✓',
    });
    expect(message?.text).toContain(link);
    expect(message?.html).toContain(`href="${link}"`);
  });

  it('has no HTML when it was sent without', async () => {
    await send({ to: 'rosa@maple.test', subject: 'plain', text: 'hello' });
    expect(await received()).toMatchObject([{ text: 'hello\n', html: null }]);
  });

  it('makes one message for each recipient', async () => {
    await send({ to: ['a@maple.test', 'b@maple.test'], subject: 'both' });
    expect(await received()).toHaveLength(2);
    expect(await received('b@maple.test')).toHaveLength(1);
  });

  it('makes another message for a repeated delivery', async () => {
    await send({ to: 'rosa@maple.test', subject: 'once' });
    await send({ to: 'rosa@maple.test', subject: 'once' });
    expect(await received('rosa@maple.test')).toHaveLength(2);
  });

  it('is refused above 10 MiB', async () => {
    const sent = send({ to: 'rosa@maple.test', text: 'x'.repeat(11 * 1024 * 1024) });
    await expect(sent).rejects.toMatchObject({ responseCode: 552 });
    expect(await received()).toEqual([]);
  });
});

describe('the JSON API', () => {
  it('finds an address with a plus, encoded or not', async () => {
    await send({ to: 'rosa+door@maple.test', subject: 'plus' });
    const response = await fetch(`${mailbox.mailboxUrl}/api/messages?to=rosa+door@maple.test`);
    expect(Messages.parse(await response.json()).messages).toHaveLength(1);
    expect(await received('rosa+door@maple.test')).toHaveLength(1);
  });

  it('returns one message by id, and 404 for an unknown one', async () => {
    await send({ to: 'rosa@maple.test', subject: 'one' });
    const [message] = await received();
    const found = await fetch(`${mailbox.mailboxUrl}/api/messages/${message?.id}`);
    expect(await found.json()).toEqual({ message });
    const missing = await fetch(`${mailbox.mailboxUrl}/api/messages/msg_0`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toContain('application/problem+json');
  });

  it('422 for an unknown query parameter or behaviour', async () => {
    expect((await fetch(`${mailbox.mailboxUrl}/api/messages?too=x`)).status).toBe(422);
    expect((await behave({ behaviour: 'explode' })).status).toBe(422);
  });
});

describe('rules for faults', () => {
  it('asks the sender to retry, then accepts the mail', async () => {
    await behave({ behaviour: 'reject-temporarily' });
    await expect(send({ to: 'rosa@maple.test' })).rejects.toMatchObject({ responseCode: 451 });
    expect(await received()).toEqual([]);
    await behave({ behaviour: 'accept' });
    await send({ to: 'rosa@maple.test' });
    expect(await received()).toHaveLength(1);
  });

  it('rejects one address permanently and accepts the others', async () => {
    await behave({ behaviour: 'reject-permanently', to: 'Gone@maple.test' });
    await expect(send({ to: 'gone@maple.test' })).rejects.toMatchObject({ responseCode: 550 });
    await send({ to: 'rosa@maple.test' });
    expect(await received()).toMatchObject([{ to: 'rosa@maple.test' }]);
  });

  it('delays the answer when it is slow', async () => {
    await behave({ behaviour: 'slow', delayMs: 80 });
    const begun = performance.now();
    await send({ to: 'rosa@maple.test' });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(79);
    expect(await received()).toHaveLength(1);
  });
});

describe('the pages', () => {
  it('escape untrusted content', async () => {
    await send({ to: 'rosa@maple.test', subject: '<script>alert(1)</script>', text: '<img src=x>' });
    const [message] = await received();
    const list = await page('/');
    const single = await page(`/messages/${message?.id}`);
    expect(list.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(single.body).toContain('&lt;img src=x&gt;');
    expect(`${list.body}${single.body}`).not.toMatch(/<script|<img/);
    expect(single.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('convert URLs in a text to links, without the full stop after them', async () => {
    await send({ to: 'rosa@maple.test', text: 'Open http://portal.test/join/abc?x=1&y=2. Thanks' });
    const [message] = await received();
    const { body } = await page(`/messages/${message?.id}`);
    expect(body).toContain('<a href="http://portal.test/join/abc?x=1&amp;y=2" target="_blank"');
  });

  it('serve an HTML part that cannot run scripts or load content', async () => {
    await send({
      to: 'rosa@maple.test',
      html: '<p>Hello <a href="http://portal.test/join/abc">join</a></p>',
    });
    const [message] = await received();
    expect((await page(`/messages/${message?.id}`)).body).toContain(
      `<iframe src="/messages/${message?.id}/body"`,
    );
    const { body, headers } = await page(`/messages/${message?.id}/body`);
    expect(body).toContain('<base target="_blank"><p>Hello <a href="http://portal.test/join/abc">');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toContain('allow-scripts');
  });

  it('show readable times, and exact ones for programs', async () => {
    await send({ to: 'rosa@maple.test', subject: 'timely' });
    const [message] = await received();
    const time = new RegExp(
      `<time datetime="${message?.at}">\\d+ \\w+ \\d{4}, \\d\\d:\\d\\d:\\d\\d \\S+</time>`,
    );
    for (const path of ['/', `/messages/${message?.id}`]) expect((await page(path)).body).toMatch(time);
  });

  it('show a browser a page for an unknown message', async () => {
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const response = await fetch(`${mailbox.mailboxUrl}/messages/msg_0`, { headers });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('There is no such message.');
  });

  it('filter the list by address and show an empty list', async () => {
    await send({ to: 'rosa@maple.test', subject: 'hers' });
    expect((await page('/?to=rosa@maple.test')).body).toContain('hers');
    expect((await page('/?to=nobody@maple.test')).body).toContain('No mail has arrived');
  });
});
