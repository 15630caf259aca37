import { randomUUID } from 'node:crypto';

/** One delivery to one address. A mail to two people is two messages, as each of them finds it in an own mailbox. */
export interface Message {
  readonly id: string;
  readonly from: string;
  /** The envelope's recipient, spelled as it was sent. */
  readonly to: string;
  readonly subject: string;
  /** The plain text part, empty where the mail has none. */
  readonly text: string;
  /** The HTML part, unchanged and not to be trusted; null where the mail has none. */
  readonly html: string | null;
  /** ISO 8601, the time of acceptance. */
  readonly at: string;
}

/** What a sender hands over; the store adds identity and time. */
type IncomingMessage = Omit<Message, 'id' | 'at'>;

/** Messages of the running process. */
export interface MessageStore {
  /** Keeps a delivery, each one of them: a repeated delivery is a message more, so that it can be counted. */
  add(message: IncomingMessage): Message;
  /** Lists messages, the newest first; `to` narrows to one whole address, whatever its letter case. */
  list(to?: string): Message[];
  find(id: string): Message | undefined;
  clear(): void;
}

/** Keeps messages in memory; the oldest goes when there are more than `limit`. */
export function createMessageStore(limit = 5_000): MessageStore {
  const messages = new Map<string, Message>();
  return {
    add(incoming) {
      const message = { id: `msg_${randomUUID()}`, ...incoming, at: new Date().toISOString() };
      messages.set(message.id, message);
      const [oldest] = messages.keys();
      if (messages.size > limit && oldest !== undefined) messages.delete(oldest);
      return message;
    },
    list(to) {
      const address = to?.toLowerCase();
      const kept = [...messages.values()].toReversed();
      return address === undefined ? kept : kept.filter((message) => message.to.toLowerCase() === address);
    },
    find: (id) => messages.get(id),
    clear: () => messages.clear(),
  };
}
