import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { addressKey } from '../address-key.ts';

/** A delivery to one address. A mail to two people makes two messages. */
export interface Message {
  readonly id: string;
  readonly from: string;
  /** The envelope's recipient as sent. */
  readonly to: string;
  readonly subject: string;
  /** Plain text part, empty when the mail has none. */
  readonly text: string;
  /** HTML part, unchanged and untrusted; null when the mail has none. */
  readonly html: string | null;
  /** ISO 8601, the time of acceptance. */
  readonly at: string;
}

/** A message before the store adds id and time. */
type IncomingMessage = Omit<Message, 'id' | 'at'>;

/** The messages of a mailbox. */
export interface MessageStore {
  /** Stores a delivery. A repeated delivery makes another message, so that tests can count it. */
  add(message: IncomingMessage): Message;
  /** Lists messages, newest first. `to` filters by a complete address in any letter case. */
  list(to?: string): Message[];
  find(id: string): Message | undefined;
  clear(): void;
}

/** Reads the messages of an earlier run, one JSON line each. Skips a line truncated by a crash. */
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
  /** File that persists messages; without it, they are only in memory. */
  readonly file?: string;
  /** Maximum number of messages; the oldest is removed first. */
  readonly limit?: number;
}

/** Keeps messages in memory and in the optional file. */
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
      // Must precede the answer that accepts the message.
      if (file !== undefined) appendFileSync(file, toLine(message));
      const [oldest] = messages.keys();
      if (messages.size > limit && oldest !== undefined) messages.delete(oldest);
      return message;
    },
    list(to) {
      const address = to === undefined ? undefined : addressKey(to);
      const newestFirst = [...messages.values()].toReversed();
      return address === undefined
        ? newestFirst
        : newestFirst.filter((message) => addressKey(message.to) === address);
    },
    find: (id) => messages.get(id),
    clear() {
      messages.clear();
      rewrite();
    },
  };
}
