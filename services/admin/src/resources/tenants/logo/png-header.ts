import { notAnImage } from './not-an-image.ts';

/** The properties of a PNG that its pixels depend on (PNG, third edition, section 11.2.1). */
export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  isInterlaced: boolean;
}

const maxSide = 2048;
const maxPixels = 1_000_000;

/** The samples of a pixel and the bit depths, by colour type. */
const colorTypes: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

function requireFittingSize({ width, height }: PngHeader): void {
  if (width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels) return;
  throw notAnImage(
    `The image has ${width} × ${height} pixels. Reduce it to at most 2,048 pixels a side and 1,000,000 pixels in all.`,
  );
}

/**
 * Reads the header chunk.
 *
 * @throws invalid for an unknown format, and for an image with too many pixels
 */
export function readPngHeader(data: Buffer): PngHeader {
  const [depth, colorType, compression, filter, interlace] = data.subarray(8);
  const isKnown =
    data.length === 13 &&
    colorTypes[colorType ?? -1]?.depths.includes(depth ?? 0) === true &&
    compression === 0 &&
    filter === 0 &&
    (interlace === 0 || interlace === 1);
  if (!isKnown) throw notAnImage('The header of the PNG is not valid. Export the image again.');
  const header = {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    depth: depth ?? 0,
    colorType: colorType ?? 0,
    isInterlaced: interlace === 1,
  };
  requireFittingSize(header);
  return header;
}

/** The first column and row of each pass of Adam7, and the distances between its columns and rows. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Lists the lengths of the scanlines in bytes, each with its filter byte, in the order of the data. */
export function scanlinesOf({ width, height, depth, colorType, isInterlaced }: PngHeader): number[] {
  const bits = depth * (colorTypes[colorType]?.samples ?? 1);
  const passes = isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const);
  return passes.flatMap(([left, top, stepX, stepY]) => {
    const columns = Math.ceil((width - left) / stepX);
    const rows = Math.ceil((height - top) / stepY);
    return columns > 0 && rows > 0
      ? Array.from({ length: rows }, () => 1 + Math.ceil((columns * bits) / 8))
      : [];
  });
}
