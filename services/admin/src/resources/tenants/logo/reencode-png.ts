import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { notAnImage } from './not-an-image.ts';
import { readPngChunks, writePng } from './png-chunks.ts';
import { readPngHeader, scanlinesOf, type PngHeader } from './png-header.ts';

const [compress, decompress] = [promisify(deflate), promisify(inflate)];

/** The largest pixel data, in bytes: 1,000,000 pixels with 8 bits a channel, and the filter bytes. */
const maxPixelBytes = 4_010_000;

const damaged = () => notAnImage('The pixels of the PNG are damaged. Export the image again.');

/** The types of chunks that determine the picture. */
const drawn = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'] as const;
type ChunksByType = Readonly<Record<(typeof drawn)[number], Buffer[]>>;

/**
 * Collects the chunks of an image by type. Optional chunks other than the transparency are left out: texts, profiles,
 * animations.
 *
 * @throws invalid for an unknown chunk that the picture depends on
 */
function collectChunks(bytes: Buffer): ChunksByType {
  const byType: ChunksByType = { IHDR: [], PLTE: [], tRNS: [], IDAT: [], IEND: [] };
  for (const { type, data } of readPngChunks(bytes)) {
    const known = drawn.find((each) => each === type);
    if (known) byType[known].push(data);
    // The picture depends on each chunk whose type begins with a capital letter.
    else if (/^[A-Z]/.test(type)) throw damaged();
  }
  return byType;
}

/** Inflates the pixels to exactly the bytes that the header announces. */
async function readPixels(data: readonly Buffer[], header: PngHeader): Promise<Buffer> {
  const lines = scanlinesOf(header);
  const length = lines.reduce((sum, line) => sum + line, 0);
  if (length > maxPixelBytes)
    throw notAnImage('The image has 16 bits a channel. Export it with 8, or with fewer pixels.');
  const pixels = await decompress(Buffer.concat(data), { maxOutputLength: length }).catch(() => null);
  if (pixels?.length !== length) throw damaged();
  let at = 0;
  for (const line of lines) {
    // Filter types are 0 to 4.
    if ((pixels[at] ?? 0) > 4) throw damaged();
    at += line;
  }
  return pixels;
}

/** The colour type of an image whose pixels are entries of a palette. */
const indexed = 3;

/** Returns the palette of an image of indexed colours. Other images need none. */
function readPalette({ PLTE: palettes }: ChunksByType, { colorType, depth }: PngHeader): Buffer[] {
  if (colorType !== indexed) return [];
  const [length = 0, ...further] = palettes.map(({ length: bytes }) => bytes);
  const isFit = length > 0 && length % 3 === 0 && length <= 3 * 2 ** depth && further.length === 0;
  if (!isFit) throw notAnImage('The palette of the PNG is not valid. Export the image again.');
  return palettes;
}

/** Returns the transparency: one colour, or a value for each entry of the palette. */
function readTransparency({ tRNS: found, PLTE: palettes }: ChunksByType, { colorType }: PngHeader): Buffer[] {
  const colors = (palettes[0]?.length ?? 0) / 3;
  const maxLengths: Readonly<Record<number, number>> = { 0: 2, 2: 6, [indexed]: colors };
  const maxLength = maxLengths[colorType] ?? 0;
  const isFit = found.length <= 1 && found.every(({ length }) => length <= maxLength);
  if (!isFit) throw notAnImage('The transparency of the PNG is not valid. Export the image again.');
  return found;
}

/**
 * Encodes a PNG again: its header, palette, transparency and pixels. All other content is left out. The pixels stay the
 * same. The work on pixels runs outside the event loop, and memory is limited by the announced size.
 *
 * @throws invalid for other files, damaged ones and images with too many pixels
 */
export async function reencodePng(bytes: Buffer): Promise<Buffer> {
  const chunks = collectChunks(bytes);
  const [head, ...furtherHeads] = chunks.IHDR;
  if (!head || furtherHeads.length > 0) throw damaged();
  const header = readPngHeader(head);
  const palettes = readPalette(chunks, header);
  const transparency = readTransparency(chunks, header);
  const pixels = await readPixels(chunks.IDAT, header);
  return writePng([
    { type: 'IHDR', data: head },
    ...palettes.map((data) => ({ type: 'PLTE', data })),
    ...transparency.map((data) => ({ type: 'tRNS', data })),
    { type: 'IDAT', data: await compress(pixels, { level: 9 }) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}
