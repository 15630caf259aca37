import { hash } from 'node:crypto';
import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { unavailable } from '@pas/shared/errors/raise';
import { logoTypes, type LogoType } from '@pas/shared/models/tenant';
import { reencodePng } from './reencode-png.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

/** An image as it was sent. */
export interface SentImage {
  bytes: Buffer;
  /** With its parameters, such as a character set. */
  mediaType: string | null;
}

/** A cleaned image. */
interface Logo {
  mediaType: LogoType;
  /** The first 32 hex digits of the SHA-256 of the bytes. */
  hash: string;
  bytes: Buffer;
}

/**
 * Cleans a sent image.
 *
 * @throws invalid for an image that cannot be a logo, unavailable when many images are read
 */
export type LogoReader = (tenantId: string, image: SentImage) => Promise<Logo>;

const cleaners: Readonly<Record<LogoType, (bytes: Buffer) => Buffer | Promise<Buffer>>> = {
  'image/png': reencodePng,
  'image/svg+xml': sanitizeSvg,
};

/** Returns the media type without its parameters. The route accepts only types of logos. */
function typeOf({ mediaType }: SentImage): LogoType {
  const essence = mediaType?.split(';', 1)[0]?.trim().toLowerCase();
  return logoTypes.find((type) => type === essence) ?? 'image/png';
}

/**
 * Creates the reader of logos of this process. It reads two images at once, which limits its memory. Tenants take
 * turns.
 */
export function createLogoReader(): LogoReader {
  const places = createSemaphore({
    permits: 2,
    maxWaitMs: 5000,
    refusal: () => unavailable('Many logos are being uploaded. Send it again.', 'overloaded'),
  });
  return async (tenantId, image) => {
    const permit = await places.acquire(tenantId);
    try {
      const mediaType = typeOf(image);
      const bytes = await cleaners[mediaType](image.bytes);
      return { mediaType, hash: hash('sha256', bytes, 'hex').slice(0, 32), bytes };
    } finally {
      places.release(permit);
    }
  };
}
