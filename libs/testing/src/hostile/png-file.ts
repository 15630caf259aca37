import { crc32, deflateSync } from 'node:zlib';

/** A PNG of a test, and the false values of its parts. */
export interface PngFile {
  width?: number;
  height?: number;
  depth?: number;
  colorType?: number;
  interlace?: number;
  /** The bytes of all scanlines with their filter bytes. Default: RGBA, all zero. */
  pixels?: Buffer;
  /** The compressed pixels, instead of those of `pixels`. */
  packed?: Buffer;
  /** Chunks between the header and the pixels. */
  chunks?: readonly (readonly [type: string, data: Buffer | string])[];
  /** Bytes after the end. */
  trailing?: Buffer;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function chunk(type: string, data: Buffer | string): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
  return Buffer.concat([uint32(content.length - 4), content, uint32(crc32(content))]);
}

/** Writes a PNG, by default a transparent one of 4 × 4 pixels (PNG, third edition). */
export function pngFile(file: PngFile = {}): Buffer<ArrayBuffer> {
  const { width = 4, height = 4, depth = 8, colorType = 6, interlace = 0, chunks = [] } = file;
  const header = Buffer.concat([
    uint32(width),
    uint32(height),
    Buffer.from([depth, colorType, 0, 0, interlace]),
  ]);
  const packed = file.packed ?? deflateSync(file.pixels ?? Buffer.alloc(height * (1 + 4 * width)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', packed),
    chunk('IEND', ''),
    file.trailing ?? Buffer.alloc(0),
  ]);
}
