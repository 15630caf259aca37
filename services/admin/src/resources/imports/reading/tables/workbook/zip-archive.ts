import { crc32, createInflateRaw } from 'node:zlib';
import { brokenWorkbook, notATable, tooComplex } from '../refusals.ts';

/**
 * The end record follows all files and precedes a comment of up to 64 KiB (APPNOTE.TXT 6.3.10, section
 * 4.3.16).
 */
const [endSignature, endLength, maxCommentLength] = [0x06054b50, 22, 65_535];
const [entrySignature, entryLength] = [0x02014b50, 46];
const [localSignature, localLength] = [0x04034b50, 30];

/** The compression methods of a workbook: none, and DEFLATE. */
const [stored, deflated] = [0, 8];
/** Flags of encrypted files and directories, and of patched data. */
const unsupportedFlags = 0x0001 | 0x0020 | 0x0040 | 0x2000;
/** The values that refer to the 64-bit fields of ZIP64. */
const [zip64Count, zip64Size] = [0xff_ff, 0xff_ff_ff_ff];

/** Limits: files per archive, total inflated bytes, and inflated bytes per packed byte. */
const [maxEntries, maxInflatedBytes, maxRatio] = [5000, 200 * 1024 * 1024, 200];

const archiveName = /\.(?:zip|jar|7z|rar|gz|tgz|bz2|xz|docx|pptx|xls[xmb]?)$/i;

/** A file of an archive. */
export interface ZipEntry {
  name: string;
  method: number;
  crc: number;
  packedBytes: number;
  inflatedBytes: number;
  /** Position of the file's local header, which precedes its packed bytes. */
  offset: number;
}

/** An archive with a consistent directory. */
export interface ZipArchive {
  bytes: Buffer;
  entries: ReadonlyMap<string, ZipEntry>;
}

const tooLarge = () =>
  tooComplex('The workbook is too large. Save the sheet as “CSV UTF-8”, or split it into several files.');

/** Finds the end record, whose comment ends with the archive; -1 without one. */
function findEnd(zip: Buffer): number {
  const lowest = Math.max(0, zip.length - endLength - maxCommentLength);
  for (let at = zip.length - endLength; at >= lowest; at -= 1)
    if (zip.readUInt32LE(at) === endSignature) return at;
  return -1;
}

/** @throws invalid for an end record that contradicts itself or the archive's length */
function readEnd(zip: Buffer, end: number): { count: number; at: number } {
  const count = zip.readUInt16LE(end + 10);
  const [size, at] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  const isOneDisk = zip.readUInt32LE(end + 4) === 0 && zip.readUInt16LE(end + 8) === count;
  const isWhole = end + endLength + zip.readUInt16LE(end + 20) === zip.length;
  // A ZIP64 locator would lie between the directory and its end.
  if (!isOneDisk || !isWhole || count === zip64Count || at + size !== end) throw brokenWorkbook();
  return { count, at };
}

/** @throws invalid for an entry that is encrypted, truncated, or packed by another method */
function readEntry(zip: Buffer, at: number, end: number): { entry: ZipEntry; next: number } {
  if (at + entryLength > end || zip.readUInt32LE(at) !== entrySignature) throw brokenWorkbook();
  const nameEnd = at + entryLength + zip.readUInt16LE(at + 28);
  const next = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  const entry = {
    name: zip.toString('utf8', at + entryLength, nameEnd),
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packedBytes: zip.readUInt32LE(at + 20),
    inflatedBytes: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  };
  const { method, packedBytes, inflatedBytes, offset } = entry;
  const isPlain = (zip.readUInt16LE(at + 8) & unsupportedFlags) === 0 && zip.readUInt16LE(at + 34) === 0;
  const isKnown = method === deflated || (method === stored && packedBytes === inflatedBytes);
  const isSmall = Math.max(packedBytes, inflatedBytes, offset) < zip64Size;
  if (next > end || !isPlain || !isKnown || !isSmall) throw brokenWorkbook();
  return { entry, next };
}

/** Returns the position of the first packed byte of a file. */
function dataOf(zip: Buffer, { name, method, offset }: ZipEntry): number {
  if (offset + localLength > zip.length || zip.readUInt32LE(offset) !== localSignature)
    throw brokenWorkbook();
  const nameEnd = offset + localLength + zip.readUInt16LE(offset + 26);
  const isSame =
    zip.readUInt16LE(offset + 8) === method && zip.toString('utf8', offset + localLength, nameEnd) === name;
  if (!isSame) throw brokenWorkbook();
  return nameEnd + zip.readUInt16LE(offset + 28);
}

/** @throws invalid when two files overlap, or one overlaps the directory */
function requireApart(zip: Buffer, entries: readonly ZipEntry[], directory: number): void {
  let free = directory;
  for (const entry of entries.toSorted((a, b) => b.offset - a.offset)) {
    if (dataOf(zip, entry) + entry.packedBytes > free) throw brokenWorkbook();
    free = entry.offset;
  }
}

/** @throws invalid for a nested archive, and for one whose inflated size is too large */
function requireModest(zip: Buffer, entries: readonly ZipEntry[]): void {
  if (entries.some(({ name }) => archiveName.test(name)))
    throw notATable('The workbook holds another file. Copy its table into a new workbook, and send that.');
  const inflatedBytes = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0);
  if (inflatedBytes > Math.min(maxInflatedBytes, maxRatio * zip.length)) throw tooLarge();
}

/**
 * Opens a ZIP archive without inflating any file.
 *
 * @returns null for bytes that are not an archive
 * @throws invalid for an archive that is inconsistent, encrypted or nested, or needs ZIP64
 * @throws invalid for a declared inflated size above 200 MiB or 200 times the packed size
 */
export function openArchive(zip: Buffer): ZipArchive | null {
  const end = findEnd(zip);
  if (end < 0) return null;
  const { count, at: directory } = readEnd(zip, end);
  if (count > maxEntries) throw tooLarge();
  const entries = new Map<string, ZipEntry>();
  let at = directory;
  for (let number = 0; number < count; number += 1) {
    const { entry, next } = readEntry(zip, at, end);
    entries.set(entry.name, entry);
    at = next;
  }
  if (at !== end || entries.size !== count) throw brokenWorkbook();
  const all = [...entries.values()];
  requireApart(zip, all, directory);
  requireModest(zip, all);
  return { bytes: zip, entries };
}

/**
 * Inflates a file of an archive as it is consumed.
 *
 * @throws invalid for a file that differs from its directory entry, as soon as it exceeds the declared size
 */
export async function* inflateEntry({ bytes: zip }: ZipArchive, entry: ZipEntry): AsyncGenerator<Buffer> {
  const start = dataOf(zip, entry);
  const packed = zip.subarray(start, start + entry.packedBytes);
  if (entry.method === stored) {
    yield packed;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(packed);
  let [count, crc] = [0, 0];
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      count += chunk.length;
      crc = crc32(chunk, crc);
      if (count > entry.inflatedBytes) throw brokenWorkbook();
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? brokenWorkbook() : error;
  } finally {
    inflate.destroy();
  }
  if (count !== entry.inflatedBytes || crc !== entry.crc) throw brokenWorkbook();
}
