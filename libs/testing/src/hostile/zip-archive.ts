import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, and the false values of its headers. */
export interface ZipFile {
  name: string;
  content: string | Buffer;
  /** Flags, such as 1 for an encrypted file. */
  flags?: number;
  method?: number;
  crc?: number;
  inflatedBytes?: number;
  /** The size of the packed bytes in the directory. */
  packedBytes?: number;
  /** The name in the file's own header. */
  localName?: string;
  /** The extra field of the directory's entry. */
  extra?: Buffer;
  /** The offset of the file's own header; several entries may have the same. */
  offset?: number;
}

/** False values of the end record. */
export interface ZipEnd {
  /** The entries on this disk, and on all disks. */
  entriesHere?: number;
  entries?: number;
  directoryOffset?: number;
  comment?: Buffer;
  /** Bytes between the directory and the end record, such as a locator of ZIP64. */
  before?: Buffer;
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Writes numbers in little-endian order. */
function numbers(...fields: readonly Field[]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    all.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return all;
}

function packFile(file: ZipFile, offset: number): { local: Buffer; entry: Buffer } {
  const bytes = Buffer.from(file.content);
  const { name, flags = 0, method = 8, crc = crc32(bytes), localName = name, extra = Buffer.alloc(0) } = file;
  const packed = method === 8 ? deflateRawSync(bytes) : bytes;
  const { packedBytes = packed.length, inflatedBytes = bytes.length } = file;
  const head = (length: number): Buffer =>
    numbers(
      [2, 20],
      [2, flags],
      [2, method],
      [4, 0],
      [4, crc],
      [4, packedBytes],
      [4, inflatedBytes],
      [2, length],
    );
  const local = [
    numbers([4, 0x04034b50]),
    head(Buffer.byteLength(localName)),
    numbers([2, 0]),
    Buffer.from(localName),
    packed,
  ];
  const rest = numbers([2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, file.offset ?? offset]);
  const entry = [
    numbers([4, 0x02014b50], [2, 20]),
    head(Buffer.byteLength(name)),
    rest,
    Buffer.from(name),
    extra,
  ];
  return { local: Buffer.concat(local), entry: Buffer.concat(entry) };
}

/** Packs files into a ZIP archive (APPNOTE.TXT). Its headers are correct unless false values are given. */
export function zipArchive(files: readonly ZipFile[], end: ZipEnd = {}): Uint8Array<ArrayBuffer> {
  const [local, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const file of files) {
    const packed = packFile(file, offset);
    local.push(packed.local);
    entries.push(packed.entry);
    offset += packed.local.length;
  }
  const directory = Buffer.concat(entries);
  const { entries: count = files.length, entriesHere = count, comment = Buffer.alloc(0) } = end;
  const { directoryOffset = offset, before = Buffer.alloc(0) } = end;
  const record = numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, entriesHere],
    [2, count],
    [4, directory.length],
    [4, directoryOffset],
    [2, comment.length],
  );
  return new Uint8Array(Buffer.concat([...local, directory, before, record, comment]));
}
