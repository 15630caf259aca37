import { randomBase62 } from './base62.ts';
import { checksumLength, checksumOf, publicIdLength, secretLength } from './key-format.ts';

/** The prefix of every controller key. */
export const controllerKeyMark = 'pac_';

const shape = /^pac_([0-9A-Za-z]{12})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;

/** Mints the key of a controller, `pac_<12 public id>_<43 secret><6 checksum>`, in the alphabet of API keys. */
export function mintControllerKey(): { key: string; publicId: string } {
  const publicId = randomBase62(publicIdLength);
  const body = `${controllerKeyMark}${publicId}_${randomBase62(secretLength)}`;
  return { key: body + checksumOf(body), publicId };
}

/** Reads the public id of a well-formed controller key whose checksum is right; null for any other text. */
export function parseControllerKey(text: string): { publicId: string } | null {
  const [, publicId, checksum] = shape.exec(text) ?? [];
  if (publicId === undefined || checksum !== checksumOf(text.slice(0, -checksumLength))) return null;
  return { publicId };
}
