import { Transform } from 'node:stream';
import { toMailbox } from '@pas/shared/contacts/email';
import { createTransport, type Transporter } from 'nodemailer';
import { MessageDelayed, MessageRefused } from './carrier-errors.ts';

/** One message to one person. */
export interface Mail {
  /** The delivery's id; it becomes the Message-ID, by which a mailbox drops duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** BCP 47; the `Content-Language` of the message. */
  language: string;
}

/** Submits messages to the mail server. */
export interface Mailer {
  /**
   * @param beforeEnd is awaited when everything but the end of the message is sent. The server accepts the message
   *   after it. If it throws, the message is not sent
   * @throws MessageDelayed when the server is unavailable or answers SMTP 4xx
   * @throws MessageRefused for SMTP 5xx, and for an address that no server accepts
   */
  send(mail: Mail, beforeEnd?: () => Promise<void>): Promise<void>;
  close(): void;
}

/** Details of a nodemailer failure. */
interface SmtpFailure {
  code?: string;
  responseCode?: number;
  /** The SMTP command that was refused, such as `RCPT TO`. */
  command?: string;
}

/** @throws MessageRefused for an address that no mail server accepts */
function readRecipient(to: string): { name: string; address: string } {
  const address = toMailbox(to);
  if (address === null) throw new MessageRefused('mailbox_refused', 'No mail server accepts the address.');
  return { name: '', address };
}

/**
 * Replies 4xx are transient and replies 5xx permanent (RFC 5321, section 4.2.1).
 *
 * @param server host and port of the mail server, for the log
 */
function explain(error: unknown, server: string): Error {
  const unavailable = (message: string, options?: ErrorOptions) =>
    new MessageDelayed(
      'mail_server_unavailable',
      `The mail server ${server} is unavailable: ${message}`,
      options,
    );
  if (!(error instanceof Error)) return unavailable(String(error));
  const { responseCode, command, code } = error as SmtpFailure;
  const cause = { cause: error };
  // Without a reply, the client itself has refused the recipient.
  if (code === 'EENVELOPE' && responseCode === undefined)
    return new MessageRefused('mailbox_refused', error.message, cause);
  // Rejected credentials or TLS are our fault, not the message's. The operator has to act, and messages wait.
  const isAboutUs = code === 'EAUTH' || code === 'ETLS' || responseCode === undefined;
  if (isAboutUs) return unavailable(error.message, cause);
  if (responseCode < 500) return new MessageDelayed('mail_server_busy', error.message, cause);
  const reason = command === 'RCPT TO' ? 'mailbox_refused' : 'refused_by_mail_server';
  return new MessageRefused(reason, error.message, cause);
}

/** Automatic responders do not answer messages with these headers (RFC 3834, section 5). */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

interface PluginMail {
  data: { beforeEnd?: () => Promise<void> };
  message: { transform(make: () => Transform): void };
}

/** Delays the end of a message, after which the server accepts it. */
function holdEnd({ data: { beforeEnd }, message }: PluginMail, done: () => void): void {
  if (beforeEnd)
    message.transform(
      () =>
        new Transform({
          transform: (chunk, _encoding, next) => next(null, chunk),
          flush: (end) =>
            void beforeEnd().then(
              () => end(),
              (error: unknown) => end(error as Error),
            ),
        }),
    );
  done();
}

const connections = {
  pool: true,
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  // A server may check a message for long after its end; giving up too early sends it twice.
  socketTimeout: 60_000,
  // The server may have accepted a message whose connection broke. The sender decides about a retry, not
  // nodemailer.
  maxRequeues: 0,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** Exceeds the concurrent invites plus the stalled ones, so that other mails never wait for them. */
const defaultConnections = 20;

/**
 * Creates the mail client. Connections are pooled, because each new one costs a handshake.
 *
 * @param from the sender, `Name <address>`; its domain is part of the Message-IDs
 */
export function createMailer(smtpUrl: string, from: string, maxConnections = defaultConnections): Mailer {
  const transport: Transporter = createTransport({ url: smtpUrl, ...connections, maxConnections });
  transport.use('stream', holdEnd as never);
  const { host: server } = new URL(smtpUrl);
  const domain = from.replace(/^.*@/, '').replace(/>.*/s, '');
  return {
    async send({ id, language, to, ...mail }, beforeEnd) {
      const recipient = readRecipient(to);
      try {
        await transport.sendMail({
          ...mail,
          from,
          to: recipient,
          messageId: `<${id}@${domain}>`,
          headers: { ...automatic, 'Content-Language': language, 'X-Entity-Ref-ID': id },
          list: { id: { url: `messages.${domain}`, comment: 'Property access' } },
          ...(beforeEnd && { beforeEnd }),
        });
      } catch (error) {
        throw explain(error, server);
      }
    },
    close: () => transport.close(),
  };
}
