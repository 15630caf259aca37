import { deflateSync, inflateSync } from 'node:zlib';
import { toFault } from '@pas/platform/http/render-error';
import { maxGrowthMiB, maxProcessorMs } from '@pas/testing/hostile/measure-cost';
import { pngFile } from '@pas/testing/hostile/png-file';
import { describe, expect, test } from 'vitest';
import { readPngChunks } from './png-chunks.ts';
import { reencodePng } from './reencode-png.ts';

/** Returns the kind and the message of the refusal; null for an accepted image. */
async function refusalOf(bytes: Buffer): Promise<string | null> {
  try {
    await reencodePng(bytes);
    return null;
  } catch (error) {
    const { kind, message } = toFault(error);
    return `${kind}: ${message}`;
  }
}

const typesOf = (bytes: Buffer): string[] => [...readPngChunks(bytes)].map(({ type }) => type);

const pixelsOf = (bytes: Buffer): Buffer =>
  inflateSync(
    Buffer.concat([...readPngChunks(bytes)].filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  );

describe('a PNG', () => {
  test('keeps its pixels, and loses texts, profiles, animations and bytes after its end', async () => {
    const pixels = Buffer.from(Array.from({ length: 4 * 17 }, (_, at) => (at % 17 === 0 ? at % 5 : at)));
    const cleaned = await reencodePng(
      pngFile({
        pixels,
        chunks: [
          ['tEXt', 'Author\0Jordan'],
          ['iCCP', 'profile'],
          ['acTL', 'animated'],
        ],
        trailing: Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
      }),
    );
    expect(typesOf(cleaned)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(pixelsOf(cleaned)).toEqual(pixels);
    expect(cleaned.includes('Jordan') || cleaned.includes('script')).toBe(false);
  });

  test('keeps palette and transparency', async () => {
    const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
    const cleaned = await reencodePng(
      pngFile({
        depth: 1,
        colorType: 3,
        pixels: Buffer.alloc(4 * 2),
        chunks: [
          ['PLTE', palette],
          ['tRNS', Buffer.from([0])],
        ],
      }),
    );
    expect(typesOf(cleaned)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  });

  test('may be interlaced', async () => {
    // The pixels of each scanline of 4 × 4 pixels, by pass.
    const lines = [1, 1, 2, 2, 2, 4, 4];
    const pixels = Buffer.alloc(lines.reduce((sum, columns) => sum + 1 + 4 * columns, 0));
    expect(await refusalOf(pngFile({ interlace: 1, pixels }))).toBeNull();
  });

  test.each([
    ['60,000 × 60,000 pixels', { width: 60_000, height: 60_000 }],
    ['one pixel too wide', { width: 2049, height: 1 }],
    ['more than a million pixels', { width: 1001, height: 1000 }],
    ['no pixels', { width: 0 }],
    ['2³² − 1 pixels a side', { width: 0xffffffff, height: 0xffffffff }],
  ])('%s: the refusal names the limit', async (_name, size) => {
    expect(await refusalOf(pngFile({ ...size, packed: deflateSync(Buffer.alloc(100)) }))).toMatch(
      /^invalid: The image has .+ pixels\. Reduce it to at most 2,048 pixels a side and 1,000,000 pixels in all\.$/,
    );
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['only its signature', pngFile().subarray(0, 8)],
    ['a truncated chunk', pngFile().subarray(0, 40)],
    ['no end', pngFile().subarray(0, -12)],
    ['a wrong checksum', Buffer.from(pngFile()).fill(0, 29, 33)],
    ['no header', Buffer.concat([pngFile().subarray(0, 8), pngFile().subarray(33)])],
    ['two headers', Buffer.concat([pngFile().subarray(0, 33), pngFile().subarray(8)])],
    [
      'a palette of three colours for two',
      pngFile({ depth: 1, colorType: 3, chunks: [['PLTE', 'x'.repeat(9)]] }),
    ],
    ['an unknown chunk that it depends on', pngFile({ chunks: [['EVIL', 'x']] })],
    ['an unknown colour type', pngFile({ colorType: 5 })],
    ['too few pixels', pngFile({ pixels: Buffer.alloc(10) })],
    ['too many pixels', pngFile({ pixels: Buffer.alloc(1000) })],
    ['an unknown filter', pngFile({ pixels: Buffer.alloc(68, 9) })],
    ['pixels that are not a zlib stream', pngFile({ packed: Buffer.from('not zlib') })],
  ])('with %s is refused with the next step', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/^invalid: .+(Export the image again|Send a PNG)/);
  });

  test.each([
    ['a bomb', pngFile({ packed: deflateSync(Buffer.alloc(90 * 2 ** 20)) })],
    [
      'eight thousand empty chunks',
      pngFile({ chunks: Array.from({ length: 8000 }, () => ['tEXt', ''] as const) }),
    ],
    ['a million pixels', pngFile({ width: 1000, height: 1000 })],
  ])('costs the event loop little: %s', async (_name, bytes) => {
    const [before, memory] = [process.threadCpuUsage(), process.memoryUsage().arrayBuffers];
    await refusalOf(bytes);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(maxProcessorMs);
    expect((process.memoryUsage().arrayBuffers - memory) / 2 ** 20).toBeLessThan(maxGrowthMiB);
  });
});
