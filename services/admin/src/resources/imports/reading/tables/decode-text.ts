import { isAscii, isUtf8 } from 'node:buffer';
import { notText } from './refusals.ts';

const saveAs = 'Save the table as “CSV UTF-8” or as an Excel workbook (.xlsx), and send it again.';

/** Returns the length of the UTF-8 sequence that a byte starts; 0 for a byte that starts none. */
function sequenceLength(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 0;
}

/** Returns the length of the longest prefix of whole characters. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const length = sequenceLength(bytes[bytes.length - back] ?? 0);
    if (length > 0) return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Whether the bytes before the first invalid one are UTF-8, and not only ASCII. */
function startsWithUtf8(bytes: Buffer): boolean {
  const [valid = ''] = bytes.toString('utf8').split('\ufffd', 1);
  return /[^\p{ASCII}]/u.test(valid);
}

interface Decoder {
  decode(bytes: Buffer): string;
  end(): string;
}

function namedDecoder(charset: string): Decoder {
  const decoder = new TextDecoder(charset);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/**
 * Decodes UTF-8 until the first invalid byte. If all bytes before it are ASCII, the rest is read as
 * Windows-1252. In many countries this is Excel's encoding of CSV.
 */
function guessingDecoder(): Decoder {
  let rest: Buffer = Buffer.alloc(0);
  let hasUtf8 = false;
  let western: Decoder | null = null;
  const fallBack = (bytes: Buffer): string => {
    if (hasUtf8 || startsWithUtf8(bytes)) throw notText(`The file mixes two character sets. ${saveAs}`);
    western = namedDecoder('windows-1252');
    return western.decode(bytes);
  };
  const decode = (bytes: Buffer): string => {
    if (western) return western.decode(bytes);
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const whole = all.subarray(0, wholeLength(all));
    if (!isUtf8(whole)) return fallBack(all);
    hasUtf8 ||= !isAscii(whole);
    rest = all.subarray(whole.length);
    return whole.toString('utf8');
  };
  const end = (): string => {
    if (western) return western.end();
    return rest.length > 0 ? fallBack(rest) : '';
  };
  return { decode, end };
}

/** Chooses the decoder. A byte order mark overrides the declared charset. */
function decoderFor(start: Buffer, charset: string | null): Decoder {
  if (start[0] === 0xff && start[1] === 0xfe) return namedDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return namedDecoder('utf-16be');
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  if (hasMark || charset === null || charset === 'utf-8') return guessingDecoder();
  try {
    return namedDecoder(charset);
  } catch {
    throw notText(`The character set ${charset} is not known. ${saveAs}`);
  }
}

/** @throws unsupported_media_type for a NUL character */
function requireText(text: string): string {
  if (!text.includes('\0')) return text;
  throw notText(`The file is not text. ${saveAs}`);
}

/**
 * Decodes a text as it arrives: UTF-8, UTF-16 with a byte order mark, or Windows-1252.
 *
 * @param charset the declared character set; null without one
 * @throws unsupported_media_type for bytes that are not text
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  charset: string | null,
): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  for await (const chunk of chunks) {
    const isFirst = decoder === null;
    decoder ??= decoderFor(chunk, charset);
    const text = requireText(decoder.decode(chunk));
    if (text !== '') yield isFirst ? text.replace(/^\ufeff/, '') : text;
  }
  const last = decoder?.end() ?? '';
  if (last !== '') yield requireText(last);
}
