import { createTransport, type Transporter } from 'nodemailer';
import { RetryLater } from '@pas/platform/events/retry-later';

/** One message on its way to one person. */
export interface Mail {
  /** The delivery's id; it becomes the Message-ID, by which a mailbox drops a repeat. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands messages to the mail server. */
export interface Mailer {
  /**
   * @throws RetryLater when the server is unavailable or answers SMTP 4xx; MailRefused when it refuses the message
   * for good
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server has refused the message or its recipient for good (SMTP 5xx, RFC 5321, section 4.2.1). */
export class MailRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'MailRefused';
  }
}

function explain(error: unknown): Error {
  if (!(error instanceof Error)) return new RetryLater(String(error));
  const { responseCode } = error as { responseCode?: number };
  if (responseCode !== undefined && responseCode >= 500) return new MailRefused(error);
  return new RetryLater(`The mail server did not take the message: ${error.message}`, { cause: error });
}

/**
 * Opens the way to the mail server. Connections are kept, because each new one costs a greeting.
 *
 * @param from the sender, `Name <address>`; its domain signs the Message-IDs
 */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport: Transporter = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
  });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    async send({ id, ...mail }) {
      try {
        await transport.sendMail({ ...mail, from, messageId: `<${id}@${domain}>` });
      } catch (error) {
        throw explain(error);
      }
    },
    close: () => transport.close(),
  };
}
