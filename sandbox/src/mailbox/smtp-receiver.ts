import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerEnvelope, SMTPServerSession } from 'smtp-server';
import type { DeliveryRules } from './delivery-behaviour.ts';
import type { MessageStore } from './message-store.ts';

const maxMessageBytes = 10 * 1024 * 1024;

/** Dependencies of the receiver. */
export interface SmtpReceiverParts {
  readonly messages: MessageStore;
  readonly rules: DeliveryRules;
  readonly report: (error: unknown) => void;
}

/** An SMTP server that does not listen yet, and a function that closes it. */
export interface SmtpReceiver {
  readonly server: SMTPServer;
  /** Stops accepting, and closes all sessions. A delayed answer becomes a temporary error. */
  close(): Promise<void>;
}

/**
 * Receives mail over SMTP (RFC 5321) without authentication. With a certificate it requires STARTTLS (RFC 3207).
 * Without one it does not offer STARTTLS, because strict senders refuse a self-signed certificate.
 */
export function createSmtpReceiver(
  parts: SmtpReceiverParts,
  tls?: { cert: string; key: string },
): SmtpReceiver {
  const stopping = new AbortController();
  const server = new SMTPServer({
    ...tls,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, { secure }, callback) => callback(tls && !secure ? startTlsRequired() : null),
    disableReverseLookup: true,
    logger: false,
    size: maxMessageBytes,
    rejectOversized: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => callback(refusalFor(address, parts.rules)),
    onData: callbackify((stream: SMTPServerDataStream, { envelope }: SMTPServerSession) =>
      accept({ stream, envelope, signal: stopping.signal }, parts),
    ),
  });
  return {
    server,
    async close() {
      stopping.abort();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

/** A reply other than 2xx. 4xx allows a retry, 5xx forbids it (RFC 5321, section 4.2.1). */
class SmtpReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** RFC 3207, section 4. */
const startTlsRequired = (): SmtpReply => new SmtpReply(530, 'Must issue a STARTTLS command first');

function refusalFor(address: string, rules: DeliveryRules): SmtpReply | null {
  const { behaviour } = rules.for(address);
  if (behaviour === 'reject-temporarily') return new SmtpReply(451, 'Mailbox busy, try again later');
  if (behaviour === 'reject-permanently') return new SmtpReply(550, 'No such mailbox here');
  return null;
}

interface Delivery {
  readonly stream: SMTPServerDataStream;
  readonly envelope: SMTPServerEnvelope;
  readonly signal: AbortSignal;
}

async function accept({ stream, envelope, signal }: Delivery, parts: SmtpReceiverParts): Promise<void> {
  const raw = await buffer(stream);
  if (stream.sizeExceeded) return;
  const mail = await PostalMime.parse(raw).catch((cause: unknown) => {
    parts.report(cause);
    throw new SmtpReply(554, 'The message cannot be read');
  });
  const recipients = envelope.rcptTo.map(({ address }) => address);
  await waitForSlowest(recipients, parts.rules, signal);
  for (const to of recipients) {
    parts.messages.add({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
    });
  }
}

/** Waits for the longest delay of the recipients. */
async function waitForSlowest(
  recipients: string[],
  rules: DeliveryRules,
  signal: AbortSignal,
): Promise<void> {
  const waits = recipients.map((address) => rules.for(address));
  const slowest = Math.max(0, ...waits.map((rule) => (rule.behaviour === 'slow' ? rule.delayMs : 0)));
  if (slowest === 0) return;
  await delay(slowest, undefined, { signal }).catch(() => {
    throw new SmtpReply(421, 'The mailbox is closing');
  });
}
