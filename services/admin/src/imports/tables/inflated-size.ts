/** The directory of an archive is behind all files; its end record is in the last 64 KiB (APPNOTE.TXT 4.3.16). */
const [endSignature, endLength, maxCommentLength] = [0x06054b50, 22, 65_535];
const [entrySignature, entryLength] = [0x02014b50, 46];

/** What the directory of a ZIP archive says. */
export interface ZipDirectory {
  names: string[];
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
  const directory: ZipDirectory = { names: [], inflatedBytes: 0 };
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryLength > zip.length || zip.readUInt32LE(at) !== entrySignature) return null;
    directory.inflatedBytes += zip.readUInt32LE(at + 24);
    const nameEnd = at + entryLength + zip.readUInt16LE(at + 28);
    directory.names.push(zip.toString('utf8', at + entryLength, nameEnd));
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return directory;
}
