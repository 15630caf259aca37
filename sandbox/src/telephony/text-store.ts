import { randomUUID } from 'node:crypto';

/** A text that one of the providers has taken. */
export interface Text {
  readonly id: string;
  readonly provider: 'telephony-a' | 'telephony-b';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** ISO 8601, the time of acceptance. */
  readonly at: string;
}

/** The texts that the providers have taken. */
export interface TextStore {
  /** Keeps a text. A repeat of an idempotency key is the text of the first time. */
  add(text: Omit<Text, 'id' | 'at'>, key: string | undefined): Text;
  /** Lists texts, the newest first; `to` narrows to one number. */
  list(to?: string): Text[];
  clear(): void;
}

/** Keeps the newest texts in memory. */
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
