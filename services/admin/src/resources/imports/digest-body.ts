import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The digest of a body, by which a repeat with the same `Idempotency-Key` is known: SHA-256, hex. */
export interface BodyDigest {
  /** Passes bytes on and adds them. */
  reading(bytes: Readable): AsyncIterable<Buffer>;
  /** Adds the fields that came with them, and ends the digest. */
  end(fields: unknown): string;
}

/** Begins the digest of one body. */
export function digestBody(): BodyDigest {
  const hash = createHash('sha256');
  return {
    async *reading(bytes) {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    },
    end: (fields) => hash.update(`\n${JSON.stringify(fields)}`).digest('hex'),
  };
}
