import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Digest of a body, which identifies a repeat with the same `Idempotency-Key`: SHA-256, hex. */
export interface BodyDigest {
  /** Passes bytes through and adds them to the digest. */
  reading(bytes: Readable): AsyncIterable<Buffer>;
  /** Adds the fields sent with them, and returns the digest. */
  end(fields: unknown): string;
}

/** Starts the digest of one body. */
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
