import { randomUUID } from 'node:crypto';

/** A text message that a provider accepted. */
export interface Text {
  readonly id: string;
  readonly provider: 'telephony-a' | 'telephony-b';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** ISO 8601, the time of acceptance. */
  readonly at: string;
}

/** Text messages that the providers accepted. */
export interface TextStore {
  /** Stores a text message. A repeated idempotency key returns the first one. */
  add(text: Omit<Text, 'id' | 'at'>, key: string | undefined): Text;
  /** Lists text messages, newest first. `to` filters by number. */
  list(to?: string): Text[];
  clear(): void;
}

/** Keeps the newest text messages in memory. */
export function createTextStore(limit = 5000): TextStore {
  let texts: Text[] = [];
  const byKey = new Map<string, Text>();
  return {
    add(incoming, key) {
      const known = key === undefined ? undefined : byKey.get(`${incoming.provider} ${key}`);
      if (known) return known;
      const id = incoming.provider === 'telephony-a' ? `SM${randomUUID().replaceAll('-', '')}` : randomUUID();
      const text = { id, ...incoming, at: new Date().toISOString() };
      texts = [...texts.slice(-(limit - 1)), text];
      if (key !== undefined) byKey.set(`${incoming.provider} ${key}`, text);
      return text;
    },
    list: (to) => texts.filter((text) => to === undefined || text.to === to).toReversed(),
    clear() {
      texts = [];
      byKey.clear();
    },
  };
}
