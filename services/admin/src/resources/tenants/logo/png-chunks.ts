import { crc32 } from 'node:zlib';
import { notAnImage } from './not-an-image.ts';

/** A chunk of a PNG (PNG, third edition, section 5.3). */
export interface PngChunk {
  type: string;
  data: Buffer;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

const truncated = () => notAnImage('The PNG is damaged or ends too early. Export the image again.');

/**
 * Reads the chunks of a PNG until its end chunk. Bytes after it are left out.
 *
 * @throws invalid for other files and damaged chunks
 */
export function* readPngChunks(bytes: Buffer): Generator<PngChunk> {
  if (!bytes.subarray(0, 8).equals(signature))
    throw notAnImage('The file is not a PNG. Send a PNG, or send the media type of the file.');
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw truncated();
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw truncated();
    const chunk = { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end - 4) };
    yield chunk;
    if (chunk.type === 'IEND') return;
    at = end;
  }
  throw truncated();
}

function writeChunk({ type, data }: PngChunk): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** Writes a PNG. */
export const writePng = (chunks: readonly PngChunk[]): Buffer =>
  Buffer.concat([signature, ...chunks.map(writeChunk)]);
