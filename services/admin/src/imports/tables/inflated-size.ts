import { inflateRawSync } from 'node:zlib';

/** The directory of an archive is behind all files; its end record is in the last 64 KiB (APPNOTE.TXT 4.3.16). */
const [endSignature, endLength, maxCommentLength] = [0x06054b50, 22, 65_535];
const [entrySignature, entryLength] = [0x02014b50, 46];

const [localSignature, localLength] = [0x04034b50, 30];
/** The method of a file that is kept as it is. */
const stored = 0;

interface ZipEntry {
  name: string;
  method: number;
  packedBytes: number;
  inflatedBytes: number;
  /** Where the file's own header begins. */
  offset: number;
}

/** What the directory of a ZIP archive says. */
export interface ZipDirectory {
  names: string[];
  entries: ZipEntry[];
  /** The size of all files together when they are inflated, in bytes. */
  inflatedBytes: number;
}

function findEnd(zip: Buffer): number {
  const lowest = Math.max(0, zip.length - endLength - maxCommentLength);
  for (let at = zip.length - endLength; at >= lowest; at -= 1)
    if (zip.readUInt32LE(at) === endSignature) return at;
  return -1;
}

/** Reads the directory of a ZIP archive without inflating anything; null for bytes that are no such archive. */
export function readZipDirectory(zip: Buffer): ZipDirectory | null {
  const end = findEnd(zip);
  if (end < 0) return null;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const directory: ZipDirectory = { names: [], entries: [], inflatedBytes: 0 };
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryLength > zip.length || zip.readUInt32LE(at) !== entrySignature) return null;
    const inflatedBytes = zip.readUInt32LE(at + 24);
    directory.inflatedBytes += inflatedBytes;
    const nameEnd = at + entryLength + zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + entryLength, nameEnd);
    directory.entries.push({
      name,
      method: zip.readUInt16LE(at + 10),
      packedBytes: zip.readUInt32LE(at + 20),
      inflatedBytes,
      offset: zip.readUInt32LE(at + 42),
    });
    directory.names.push(name);
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return directory;
}

/** The bytes of a file of the archive; null where they are not as the directory declares them. */
function readEntry(zip: Buffer, { method, packedBytes, inflatedBytes, offset }: ZipEntry): Buffer | null {
  if (offset + localLength > zip.length || zip.readUInt32LE(offset) !== localSignature) return null;
  const start = offset + localLength + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (method === stored) return packedBytes === inflatedBytes ? packed : null;
  try {
    const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(1, inflatedBytes) });
    return bytes.length === inflatedBytes ? bytes : null;
  } catch {
    return null;
  }
}

/** The text of a file of an archive; empty where there is none of the name. */
export function readZipText(zip: Buffer, { entries }: ZipDirectory, name: string): string {
  const entry = entries.find((each) => each.name === name);
  return (entry && readEntry(zip, entry)?.toString('utf8')) ?? '';
}

/**
 * Whether each file of an archive inflates to the size that its directory declares. A file that is larger is given up
 * at that size, so that the check costs no more than the declared bytes.
 */
export const inflatesAsDeclared = (zip: Buffer, { entries }: ZipDirectory): boolean =>
  entries.every((entry) => readEntry(zip, entry) !== null);
