import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** The messages of a mailbox. */
export interface MessageStore {
  /** Keeps a delivery, each one of them: a repeated delivery is a message more, so that it can be counted. */
  add(message: IncomingMessage): Message;
  /** Lists messages, the newest first; `to` narrows to one whole address, whatever its letter case. */
  list(to?: string): Message[];
  find(id: string): Message | undefined;
  clear(): void;
}

/** The messages of an earlier run, a JSON line each. A line that a crash has cut short is left out. */
function readMessages(file: string): Message[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Message];
      } catch {
        return [];
      }
    });
}

interface MessageStoreOptions {
  /** Where messages outlive the process; only in memory unless given. */
  readonly file?: string;
  /** The oldest message goes when there are more than this. */
  readonly limit?: number;
}

/** Keeps messages in memory and, where a file is given, also there. */
export function createMessageStore({ file, limit = 5_000 }: MessageStoreOptions = {}): MessageStore {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const kept = file === undefined ? [] : readMessages(file).slice(-limit);
  const messages = new Map(kept.map((message) => [message.id, message]));
  const toLine = (message: Message): string => `${JSON.stringify(message)}\n`;
  const rewrite = (): void => {
    if (file !== undefined) writeFileSync(file, [...messages.values()].map(toLine).join(''), { mode: 0o600 });
  };
  rewrite();
  return {
    add(incoming) {
      const message = { id: `msg_${randomUUID()}`, ...incoming, at: new Date().toISOString() };
      messages.set(message.id, message);
      // Before the sender is told that the message is taken.
      if (file !== undefined) appendFileSync(file, toLine(message));
      const [oldest] = messages.keys();
      if (messages.size > limit && oldest !== undefined) messages.delete(oldest);
      return message;
    },
    list(to) {
      const address = to?.toLowerCase();
      const newestFirst = [...messages.values()].toReversed();
      return address === undefined
        ? newestFirst
        : newestFirst.filter((message) => message.to.toLowerCase() === address);
    },
    find: (id) => messages.get(id),
    clear() {
      messages.clear();
      rewrite();
    },
  };
}
