import { join } from 'node:path';
import type { TlsFiles } from '../config.ts';
import { closeHttp, createHttpServer, httpScheme, listen, localUrl, readTls } from '../http/listen.ts';
import { createDeliveryRules } from './delivery-behaviour.ts';
import { createMailboxApp } from './mailbox-app.ts';
import { createMessageStore } from './message-store.ts';
import { createSmtpReceiver } from './smtp-receiver.ts';

/** Ports of the mailbox. */
export interface MailboxPorts {
  readonly host: string;
  readonly tls?: TlsFiles | undefined;
  readonly smtpPort: number;
  readonly mailboxPort: number;
  /** Directory that persists messages. */
  readonly dataDir: string;
}

/** A running mailbox. */
export interface Mailbox {
  readonly smtpUrl: string;
  readonly mailboxUrl: string;
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Opens the SMTP port, then the HTTP port.
 *
 * @throws Error when a port is used; no port stays open then
 */
export async function startMailbox(ports: MailboxPorts, report: (error: unknown) => void): Promise<Mailbox> {
  const { host, tls } = ports;
  const parts = {
    messages: createMessageStore({ file: join(ports.dataDir, 'messages.jsonl') }),
    rules: createDeliveryRules(),
    report,
  };
  const receiver = createSmtpReceiver(parts, readTls(tls));
  const smtpPort = await listen(receiver.server, { host, port: ports.smtpPort, variable: 'SMTP_PORT' });
  // Later errors affect only connections, for example of a killed sender.
  receiver.server.on('error', report);
  const server = createHttpServer(tls, createMailboxApp(parts));
  const endpoint = { host, port: ports.mailboxPort, variable: 'MAILBOX_PORT' };
  const mailboxPort = await listen(server, endpoint).catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
  return {
    smtpUrl: localUrl('smtp', host, smtpPort),
    mailboxUrl: localUrl(httpScheme(tls), host, mailboxPort),
    isUp: () => receiver.server.server.listening && server.listening,
    stop: async () => {
      await Promise.all([receiver.close(), closeHttp(server)]);
    },
  };
}
